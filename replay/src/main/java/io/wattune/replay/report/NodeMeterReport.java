package io.wattune.replay.report;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.NodeFit;
import io.wattune.core.meter.NodeFitter;
import io.wattune.report.Decimals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node's own meter beside the sum of its devices: the second book of the node. Compared are
 * windows of ten seconds in which the meter and every other device of the node were read.
 *
 * @param node the node
 * @param devices how many devices were summed
 * @param windows how many windows were compared
 * @param sumJoules what the devices took in them
 * @param meterJoules what the meter says
 * @param fit the meter over the sum; empty where the sums are too few or too much alike
 */
record NodeMeterReport(
    String node,
    int devices,
    int windows,
    double sumJoules,
    double meterJoules,
    Optional<NodeFit> fit) {
  private static final double WINDOW_SECONDS = Book.WINDOW10S.windowNanos() * 1e-9;

  /** One for each node whose meter was read, in the order of their names. */
  static List<NodeMeterReport> of(ReplayResult result) {
    Map<String, List<DeviceResult>> byNode = new TreeMap<>();
    for (DeviceResult device : result.devices()) {
      byNode
          .computeIfAbsent(DeviceId.nodeOf(device.device()), node -> new ArrayList<>())
          .add(device);
    }
    List<NodeMeterReport> meters = new ArrayList<>();
    byNode.forEach(
        (node, devices) ->
            devices.stream()
                .filter(device -> DeviceId.isMeter(device.device()))
                .findFirst()
                .ifPresent(meter -> meters.add(of(node, meter, devices))));
    return meters;
  }

  private static NodeMeterReport of(String node, DeviceResult meter, List<DeviceResult> all) {
    List<DeviceResult> devices =
        all.stream().filter(device -> !device.device().equals(meter.device())).toList();
    Map<Long, Double> sums = new TreeMap<>(joules(meter));
    sums.replaceAll((start, joules) -> 0.0);
    for (DeviceResult device : devices) {
      Map<Long, Double> own = joules(device);
      sums.keySet().retainAll(own.keySet());
      sums.replaceAll((start, joules) -> joules + own.getOrDefault(start, 0.0));
    }
    Map<Long, Double> metered = joules(meter);
    double[] x = new double[devices.isEmpty() ? 0 : sums.size()];
    double[] y = new double[x.length];
    double sum = 0;
    double total = 0;
    int i = 0;
    for (Map.Entry<Long, Double> each : sums.entrySet()) {
      if (i < x.length) {
        double said = metered.getOrDefault(each.getKey(), 0.0);
        x[i] = each.getValue() / WINDOW_SECONDS;
        y[i++] = said / WINDOW_SECONDS;
        sum += each.getValue();
        total += said;
      }
    }
    return new NodeMeterReport(node, devices.size(), x.length, sum, total, NodeFitter.fit(x, y));
  }

  /** Energies of whole windows that were read without a gap, by start. */
  private static Map<Long, Double> joules(DeviceResult device) {
    Map<Long, Double> joules = new HashMap<>();
    for (LedgerEntry entry : device.windows()) {
      if (entry.book() == Book.WINDOW10S && entry.quality().compareTo(Quality.GAP) < 0) {
        joules.put(entry.startNanos(), entry.energyMicrojoules() * 1e-6);
      }
    }
    return joules;
  }

  /** For people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s J in %s windows of 10 s; its %s"
                .formatted(Decimals.fixed(meterJoules, 1), windows, devices)
            + (devices == 1 ? " device: " : " devices: ")
            + Decimals.fixed(sumJoules, 1)
            + " J");
    lines.add(
        fit.map(NodeFit::sentence)
            .orElse("too few windows, or too much alike, to distinguish a gain from an offset"));
    return lines;
  }
}

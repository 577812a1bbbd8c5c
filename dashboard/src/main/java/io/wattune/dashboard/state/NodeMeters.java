package io.wattune.dashboard.state;

import io.wattune.core.device.DeviceId;
import io.wattune.core.meter.NodeBalance;
import io.wattune.store.history.NamedEnergy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes' own meters show less than the node's devices together take, by the ledger's windows:
 * in each of the last two spans of five minutes. In one alone they may: a meter that averages over
 * a minute has not shown yet what a load took that began in it. A device of which windows are
 * missing is left out of them; what the others take is still less than what the node takes. Looked
 * at every ten seconds. Not thread safe.
 */
final class NodeMeters {
  private static final int SPANS = 2;
  private static final int SPAN_WINDOWS = 30;

  /** Of a span: fewer are of a meter that is seldom there. */
  private static final int LEAST_WINDOWS = 15;

  /** Entries come so much later than the time they describe. */
  private static final int LATE_WINDOWS = 3;

  private Set<String> disagreeing = Set.of();
  private long lookedNanos = Long.MIN_VALUE;

  /** Energy of one device in the windows that are compared. */
  private static final class Taken {
    private int windows;
    private double joules;
    private double scale;
    private double variance;

    void add(NamedEnergy window) {
      windows++;
      joules += window.energyJoules();
      scale += window.scaleErrorJoules();
      variance += window.independentVariance();
    }

    double error() {
      return Math.sqrt(scale * scale + variance);
    }
  }

  /** Whether this is a meter that shows less than its node's devices take. */
  boolean disagrees(String device) {
    return disagreeing.contains(device);
  }

  /** Lets time pass. */
  void look(Collection<DeviceEntry> devices, LiveEnergy energy, long nowNanos) {
    if (lookedNanos != Long.MIN_VALUE && Math.abs(nowNanos - lookedNanos) < LiveEnergy.STEP_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    Map<String, List<String>> ofMeter = new HashMap<>();
    for (DeviceEntry each : devices) {
      if (DeviceId.isMeter(each.id)) {
        ofMeter.put(each.id, new ArrayList<>());
      }
    }
    if (!ofMeter.isEmpty()) {
      devices.forEach(each -> assign(each, ofMeter));
    }
    long window = Math.floorDiv(nowNanos, LiveEnergy.STEP_NANOS) - LATE_WINDOWS;
    Set<String> found = new HashSet<>();
    ofMeter.forEach(
        (meter, others) -> {
          if (disagrees(meter, others, energy, window)) {
            found.add(meter);
          }
        });
    disagreeing = found;
  }

  /** A slice is in its whole device. */
  private static void assign(DeviceEntry device, Map<String, List<String>> ofMeter) {
    List<String> others = ofMeter.get(device.node() + "/" + DeviceId.METER);
    var descriptor = device.descriptor();
    boolean isSlice = descriptor != null && descriptor.parent() != null;
    if (others != null && !isSlice && !DeviceId.isMeter(device.id)) {
      others.add(device.id);
    }
  }

  private static boolean disagrees(
      String meter, List<String> devices, LiveEnergy energy, long endWindow) {
    for (int span = 1; span <= SPANS; span++) {
      if (!disagreesFrom(endWindow - (long) span * SPAN_WINDOWS, meter, devices, energy)) {
        return false;
      }
    }
    return true;
  }

  private static boolean disagreesFrom(
      long firstWindow, String meter, List<String> devices, LiveEnergy energy) {
    Taken metered = new Taken();
    Map<String, Taken> taken = new HashMap<>();
    for (long window = firstWindow; window < firstWindow + SPAN_WINDOWS; window++) {
      NamedEnergy node = energy.window(meter, window);
      if (node != null && add(window, devices, energy, taken)) {
        metered.add(node);
      }
    }
    if (metered.windows < LEAST_WINDOWS) {
      return false;
    }
    double joules = 0;
    double error = 0;
    for (Taken each : taken.values()) {
      joules += each.joules;
      error += each.error();
    }
    return new NodeBalance(joules, error, metered.joules, metered.error()).disagrees();
  }

  private static boolean add(
      long window, List<String> devices, LiveEnergy energy, Map<String, Taken> taken) {
    boolean isAny = false;
    for (String device : devices) {
      NamedEnergy one = energy.window(device, window);
      if (one != null) {
        taken.computeIfAbsent(device, absent -> new Taken()).add(one);
        isAny = true;
      }
    }
    return isAny;
  }
}

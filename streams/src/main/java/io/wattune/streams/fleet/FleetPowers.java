package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowBook;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Puts the power and energy of the devices of a view's nodes among its metrics. Only devices that
 * are in the view's sums: whoever sums these over labels counts nothing twice.
 */
final class FleetPowers {
  private static final double PER_WATT = 1e3;
  private static final double PER_JOULE = 1e6;

  /** A device at the time of a scrape; its joules may be NaN. */
  private record Seen(@Nullable PowerSample newest, boolean isFresh, long atNanos, double joules) {
    double power(ToDoubleFunction<PowerSample> value) {
      return newest == null ? Double.NaN : value.applyAsDouble(newest);
    }

    double fresh(ToDoubleFunction<PowerSample> value) {
      return isFresh ? power(value) : Double.NaN;
    }
  }

  static final MetricTable<Seen> DEVICES =
      MetricTable.<Seen>of("fleet", "node", "rack", "device")
          .gauge(
              "device_power",
              "watts",
              "Newest true power of a device that is in the sums and fresh.",
              of -> of.fresh(power -> power.milliwatts() / PER_WATT))
          .gauge(
              "device_power_error",
              "watts",
              "Its standard error.",
              of -> of.fresh(power -> power.errorMilliwatts() / PER_WATT))
          .gauge(
              "device_power_quality",
              "Quality of its newest sample: 0 measured, 1 corrected, 2 estimated, 3 gap, 4 invalid.",
              of -> of.power(power -> power.quality().code()))
          .gauge(
              "device_power_age",
              "seconds",
              "Age of its newest sample, by the node's clock.",
              of -> of.power(power -> Math.max(0, of.atNanos() - power.timeNanos()) * 1e-9))
          .counter(
              "device_energy",
              "joules",
              "Energy of a device that is in the sums, since the view began. It never falls while the"
                  + " instance runs: where a correction takes some away, it stands until what comes"
                  + " makes up for it.",
              Seen::joules);

  private final LongSupplier epochMillis;
  private final long staleAfterNanos;

  /** What was said of each device: a counter that falls would be taken for one that began anew. */
  private final Map<String, Long> said = new ConcurrentHashMap<>();

  FleetPowers(LongSupplier epochMillis, long staleAfterNanos) {
    this.epochMillis = epochMillis;
    this.staleAfterNanos = staleAfterNanos;
  }

  void read(MetricValues values, List<FleetNode> nodes) {
    Set<String> there = new HashSet<>();
    for (FleetNode node : nodes) {
      String named = node.rack();
      String rack = named == null ? "" : named;
      long atNanos = node.clock().atNanos(epochMillis.getAsLong());
      node.devices()
          .forEach(
              (id, device) -> {
                if (node.isCounted(id, device)) {
                  there.add(id);
                  read(values, node, id, device, atNanos, rack);
                }
              });
    }
    said.keySet().retainAll(there);
  }

  private void read(
      MetricValues values,
      FleetNode node,
      String id,
      FleetDevice device,
      long atNanos,
      String rack) {
    WindowBook book = node.book(id);
    double joules =
        book == null || book.microjoules().isEmpty()
            ? Double.NaN
            : said.merge(id, book.microjoules().getAsLong(), Math::max) / PER_JOULE;
    PowerSample newest = device.newest();
    boolean isFresh = newest != null && FleetNode.isFresh(newest, atNanos, staleAfterNanos);
    DEVICES.read(values, new Seen(newest, isFresh, atNanos, joules), node.name(), rack, id);
  }
}

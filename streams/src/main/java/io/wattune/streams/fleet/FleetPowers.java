package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowBook;
import io.wattune.http.metric.FleetMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Puts the power and energy of the devices of a view's nodes among its metrics. Only devices that
 * are in the view's sums: whoever sums these over labels counts nothing twice.
 */
final class FleetPowers {
  private static final double PER_WATT = 1e3;
  private static final double PER_JOULE = 1e6;

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
                  String[] labels = {node.name(), rack, id};
                  power(values, device, atNanos, labels);
                  energy(values, node, id, labels);
                }
              });
    }
    said.keySet().retainAll(there);
  }

  private void power(MetricValues values, FleetDevice device, long atNanos, String... labels) {
    PowerSample newest = device.newest();
    if (newest == null) {
      return;
    }
    values.put(FleetMetrics.AGE, Math.max(0, atNanos - newest.timeNanos()) * 1e-9, labels);
    values.put(FleetMetrics.QUALITY, newest.quality().code(), labels);
    if (FleetNode.isFresh(newest, atNanos, staleAfterNanos)) {
      values.put(FleetMetrics.POWER, newest.milliwatts() / PER_WATT, labels);
      values.put(FleetMetrics.POWER_ERROR, newest.errorMilliwatts() / PER_WATT, labels);
    }
  }

  private void energy(MetricValues values, FleetNode node, String id, String... labels) {
    WindowBook book = node.book(id);
    if (book != null && book.microjoules().isPresent()) {
      long highest = said.merge(id, book.microjoules().getAsLong(), Math::max);
      values.put(FleetMetrics.ENERGY, highest / PER_JOULE, labels);
    }
  }
}

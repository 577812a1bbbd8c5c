package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceId;
import io.wattune.core.fleet.FleetScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sums by node, rack and cluster: the fleet view's where it runs, else made here from the devices.
 * Also what they were over the last minutes. Not thread safe.
 */
final class FleetSums {
  static final long KEEP_NANOS = 600_000_000_000L;
  private static final int CELLS = 1024;

  /** The fleet view puts out a sum a second; one that is so old is not its any more. */
  private static final long VIEW_NANOS = 15_000_000_000L;

  private final Map<Key, SumNow> fromView = new HashMap<>();
  private final Map<Key, PowerRing> series = new HashMap<>();

  /** What is summed. */
  record Key(FleetScope scope, String name) {
    static final Key CLUSTER = new Key(FleetScope.CLUSTER, FleetScope.ALL);
  }

  void take(SumNow sum) {
    Key key = new Key(sum.scope(), sum.name());
    SumNow known = fromView.get(key);
    if (known == null || sum.atNanos() >= known.atNanos()) {
      fromView.put(key, sum);
      append(key, sum.atNanos(), sum);
    }
  }

  private void append(Key key, long atNanos, SumNow sum) {
    series
        .computeIfAbsent(key, absent -> new PowerRing(KEEP_NANOS, CELLS))
        .add(atNanos, sum.powerWatts(), sum.powerWatts(), sum.errorWatts(), sum.quality().code());
  }

  /** Keeps the sums of a moment where the fleet view does not. */
  void sample(long nowNanos, Map<Key, SumNow> sums) {
    sums.forEach(
        (key, sum) -> {
          if (!sum.isFromFleetView()) {
            append(key, nowNanos, sum);
          }
        });
    series.keySet().removeIf(key -> !sums.containsKey(key));
    fromView.values().removeIf(sum -> nowNanos - sum.atNanos() > KEEP_NANOS);
  }

  /** A sum over time; empty where nothing is known. */
  List<PowerPoint> series(Key key, long fromNanos, long toNanos) {
    PowerRing ring = series.get(key);
    return ring == null ? List.of() : ring.copy(fromNanos, toNanos);
  }

  /** The sums at a time, by what is summed: the cluster first, then racks and nodes by name. */
  Map<Key, SumNow> now(Collection<DeviceEntry> devices, long nowNanos, long staleAfterNanos) {
    Set<String> powered = new TreeSet<>();
    devices.stream().filter(each -> !each.isSilent()).forEach(each -> powered.add(each.id));
    Set<String> withDevices = new TreeSet<>();
    devices.stream()
        .filter(each -> !DeviceId.isMeter(each.id))
        .forEach(each -> withDevices.add(each.node()));
    Draft cluster = new Draft(null);
    Map<String, Draft> racks = new TreeMap<>();
    Map<String, Draft> nodes = new TreeMap<>();
    for (DeviceEntry device : devices) {
      String rack = device.rack();
      List<Draft> drafts = new ArrayList<>(3);
      drafts.add(cluster);
      drafts.add(nodes.computeIfAbsent(device.node(), absent -> new Draft(rack)));
      if (rack != null) {
        drafts.add(racks.computeIfAbsent(rack, absent -> new Draft(null)));
      }
      boolean isMeterOfOthers = DeviceId.isMeter(device.id) && withDevices.contains(device.node());
      if (isCounted(device, powered) && !isMeterOfOthers) {
        drafts.forEach(draft -> draft.add(device, nowNanos, staleAfterNanos));
      }
    }
    Map<Key, SumNow> sums = new LinkedHashMap<>();
    put(sums, Key.CLUSTER, cluster, nowNanos);
    racks.forEach((name, draft) -> put(sums, new Key(FleetScope.RACK, name), draft, nowNanos));
    nodes.forEach((name, draft) -> put(sums, new Key(FleetScope.NODE, name), draft, nowNanos));
    return sums;
  }

  private void put(Map<Key, SumNow> sums, Key key, Draft draft, long nowNanos) {
    SumNow viewed = fromView.get(key);
    sums.put(
        key, viewed != null && nowNanos - viewed.atNanos() <= VIEW_NANOS ? viewed : draft.sum(key));
  }

  /** A slice is in its whole device already, where that has power. */
  private static boolean isCounted(DeviceEntry device, Set<String> powered) {
    var descriptor = device.descriptor();
    return descriptor == null
        || descriptor.parent() == null
        || !powered.contains(descriptor.parent());
  }

  private static final class Draft {
    private final @Nullable String rack;
    private double watts;
    private double variance;
    private @Nullable Long microjoules;
    private long atNanos = DeviceNow.NEVER;
    private int fresh;
    private int stale;
    private int silent;
    private Quality worst = Quality.MEASURED;

    Draft(@Nullable String rack) {
      this.rack = rack;
    }

    void add(DeviceEntry device, long nowNanos, long staleAfterNanos) {
      if (device.isFresh(nowNanos, staleAfterNanos)) {
        fresh++;
        watts += device.powerWatts();
        variance += device.errorWatts() * device.errorWatts();
        worst = worst.worst(device.quality());
        atNanos = Math.max(atNanos, device.poweredNanos());
      } else if (device.isSilent()) {
        silent++;
      } else {
        stale++;
      }
      Long energy = device.energyMicrojoules();
      if (energy != null) {
        microjoules = (microjoules == null ? 0 : microjoules) + energy;
      }
    }

    SumNow sum(Key key) {
      boolean none = fresh == 0;
      return new SumNow(
          key.scope(),
          key.name(),
          rack,
          atNanos,
          none ? Double.NaN : watts,
          none ? Double.NaN : Math.sqrt(variance),
          microjoules == null ? null : (Double) LiveEnergy.joules(microjoules),
          fresh,
          stale,
          silent,
          none ? Quality.INVALID : worst,
          false);
    }
  }
}

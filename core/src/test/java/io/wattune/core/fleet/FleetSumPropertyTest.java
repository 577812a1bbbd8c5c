package io.wattune.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Whatever the order in which a fleet's records come, with repeats, revisions, silences, removals
 * and moves to other racks, the sums are those of a computation from scratch over all of them.
 */
class FleetSumPropertyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long WINDOW = 10 * SECOND;
  private static final long START = 1_800_000_000L * SECOND;
  private static final long STALE_AFTER = 10 * SECOND;
  private static final long NOW = 77_000;

  /** Of one device: what each topic says of it, in the order of that topic. */
  private record Device(
      String id,
      @Nullable String parent,
      List<PowerSample> samples,
      List<WindowEnergy> windows,
      List<DeviceFacts> facts,
      long removedAtNanos) {
    String node() {
      return id.substring(0, id.indexOf('/'));
    }
  }

  /** A reader's clock that none of the nodes is ahead of. */
  private static final long LATER = Long.MAX_VALUE / 1_000_000 - 1_000;

  @Property(tries = 1000)
  void sumsOverNodesRacksAndClusterAreThoseFromScratch(@ForAll long seed) {
    Random random = new Random(seed);
    List<Device> devices = devices(random);
    Map<String, FleetNode> nodes = new HashMap<>();
    Map<String, FleetGroup> racks = new HashMap<>();
    Map<String, String> rackOf = new HashMap<>();
    for (Runnable record : interleaved(random, devices, nodes)) {
      record.run();
      if (random.nextInt(4) == 0) {
        rollUp(nodes, racks, rackOf); // Sums in between must leave nothing behind.
      }
    }
    FleetSum cluster = rollUp(nodes, racks, rackOf);

    Map<String, FleetSum> nodeOracle = new HashMap<>();
    Map<String, FleetSum> rackOracle = new HashMap<>();
    for (String node : nodes.keySet()) {
      FleetSum sum = Oracle.ofNode(node, devices);
      nodeOracle.put(node, sum);
      rackOracle.merge(String.valueOf(Oracle.rack(node, devices)), sum, FleetSum::plus);
    }
    nodes.forEach(
        (name, node) -> assertThat(node.sum(NOW, STALE_AFTER)).isEqualTo(nodeOracle.get(name)));
    Map<String, FleetSum> rackSums = new HashMap<>();
    racks.forEach((name, rack) -> rackSums.put(name, rack.sum(LATER)));
    // A rack that all nodes have left sums to nothing, as does one whose only devices are removed.
    rackSums.values().removeIf(FleetSum.EMPTY::equals);
    rackOracle.values().removeIf(FleetSum.EMPTY::equals);
    assertThat(rackSums).isEqualTo(rackOracle);
    assertThat(cluster)
        .isEqualTo(rackOracle.values().stream().reduce(FleetSum.EMPTY, FleetSum::plus));
  }

  private static FleetSum rollUp(
      Map<String, FleetNode> nodes, Map<String, FleetGroup> racks, Map<String, String> rackOf) {
    nodes.forEach(
        (name, node) -> {
          String rack = String.valueOf(node.rack());
          String before = rackOf.put(name, rack);
          if (before != null && !before.equals(rack)) {
            racks.get(before).remove(name);
          }
          racks
              .computeIfAbsent(rack, absent -> new FleetGroup())
              .put(name, node.sum(NOW, STALE_AFTER));
        });
    var cluster = new FleetGroup();
    racks.forEach((name, rack) -> cluster.put(name, rack.sum(LATER)));
    return cluster.sum(LATER);
  }

  /** Within a topic and device in order, and at least once; across topics and devices in none. */
  private static List<Runnable> interleaved(
      Random random, List<Device> devices, Map<String, FleetNode> nodes) {
    List<List<Runnable>> queues = new ArrayList<>();
    for (Device device : devices) {
      FleetNode node = nodes.computeIfAbsent(device.node(), FleetNode::new);
      String id = device.id();
      queues.add(
          repeated(
              random,
              device.samples().stream().map(s -> (Runnable) () -> node.measure(id, s, NOW))));
      queues.add(
          repeated(
              random, device.windows().stream().map(w -> (Runnable) () -> node.energy(id, w))));
      List<Runnable> descriptors = new ArrayList<>();
      device.facts().forEach(f -> descriptors.add(() -> node.describe(id, f, NOW)));
      if (device.removedAtNanos() > 0) {
        descriptors.add(() -> node.remove(id, device.removedAtNanos()));
      }
      queues.add(repeated(random, descriptors.stream()));
    }
    List<Runnable> merged = new ArrayList<>();
    while (!queues.isEmpty()) {
      List<Runnable> queue = queues.get(random.nextInt(queues.size()));
      if (queue.isEmpty()) {
        queues.remove(queue);
      } else {
        merged.add(queue.remove(0));
      }
    }
    return merged;
  }

  /** What a reader sees that has gone back to an earlier place once. */
  private static List<Runnable> repeated(Random random, java.util.stream.Stream<Runnable> records) {
    List<Runnable> once = records.toList();
    int read = random.nextInt(once.size() + 1);
    int backTo = random.nextInt(read + 1);
    List<Runnable> all = new ArrayList<>(once.subList(0, read));
    all.addAll(once.subList(backTo, once.size()));
    return all;
  }

  private static List<Device> devices(Random random) {
    List<Device> devices = new ArrayList<>();
    for (int node = 0; node < 1 + random.nextInt(4); node++) {
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        devices.add(device(random, "n" + node + "/" + i, null, devices.size()));
        if (random.nextInt(3) == 0) {
          devices.add(
              device(random, "n" + node + "/" + i + "-s", "n" + node + "/" + i, devices.size()));
        }
      }
    }
    Collections.shuffle(devices, random);
    return devices;
  }

  private static Device device(Random random, String id, @Nullable String parent, int index) {
    List<PowerSample> samples = new ArrayList<>();
    int silentFrom = random.nextInt(30);
    for (int i = 0; i < silentFrom; i++) {
      samples.add(sample(random, i, 0));
      if (random.nextInt(5) == 0) { // A profile was learned: the last ones come again.
        for (int j = Math.max(0, i - 3); j <= i; j++) {
          samples.add(sample(random, j, i + 1));
        }
      }
    }
    List<DeviceFacts> facts = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      // No two devices of a node are described in the same nanosecond.
      long atNanos = START - SECOND + i * 1000L + index;
      facts.add(
          new DeviceFacts(random.nextBoolean() ? null : "r" + random.nextInt(3), parent, atNanos));
    }
    boolean isRemoved = random.nextInt(4) == 0;
    long removedAtNanos = isRemoved ? START + 3600 * SECOND : 0;
    return new Device(id, parent, samples, windows(random), facts, removedAtNanos);
  }

  private static PowerSample sample(Random random, int second, int revision) {
    return new PowerSample(
        START + second * SECOND,
        revision,
        0,
        random.nextInt(700_000),
        random.nextInt(50_000),
        Quality.ofCode(random.nextInt(4)));
  }

  /** As the ledger gives them: in order, now and then all again, final after three windows. */
  private static List<WindowEnergy> windows(Random random) {
    List<WindowEnergy> windows = new ArrayList<>();
    int profiles = 0;
    int finished = 0;
    int last = random.nextInt(12);
    for (int i = 0; i < last; i++) {
      windows.add(window(random, i, 2 * profiles, false));
      if (random.nextInt(4) == 0) {
        profiles++;
        for (int j = finished; j <= i; j++) {
          windows.add(window(random, j, 2 * profiles, false));
        }
      }
      if (i - finished >= 3) {
        windows.add(window(random, finished++, 2 * profiles + 1, true));
      }
    }
    return windows;
  }

  private static WindowEnergy window(Random random, int index, int revision, boolean isFinal) {
    long start = START + index * WINDOW;
    return new WindowEnergy(
        start, start + WINDOW, revision, 0, isFinal, random.nextInt(1_000_000_000) - 1_000_000);
  }

  /** The same by the words of the contract, over everything at once. */
  private static final class Oracle {
    static FleetSum ofNode(String node, List<Device> all) {
      List<Device> there =
          all.stream().filter(d -> d.node().equals(node) && d.removedAtNanos() == 0).toList();
      long at = 0;
      for (Device device : all) {
        if (device.node().equals(node)) {
          at =
              Math.max(
                  at, device.samples().stream().mapToLong(PowerSample::timeNanos).max().orElse(0));
          at =
              Math.max(
                  at,
                  device.facts().stream().mapToLong(DeviceFacts::describedAtNanos).max().orElse(0));
        }
      }
      long power = 0;
      long variance = 0;
      Quality worst = null;
      EnergySum energy = null;
      int fresh = 0;
      int stale = 0;
      int silent = 0;
      for (Device device : there) {
        boolean isSlice = !device.facts().isEmpty() && device.parent() != null;
        boolean isBesideWhole =
            isSlice
                && there.stream()
                    .anyMatch(
                        d ->
                            d.id().equals(device.parent())
                                && (!d.samples().isEmpty() || !d.facts().isEmpty()));
        if (isBesideWhole) {
          continue;
        }
        PowerSample newest = null;
        for (PowerSample sample : device.samples()) {
          if (newest == null
              || sample.timeNanos() > newest.timeNanos()
              || (sample.timeNanos() == newest.timeNanos()
                  && sample.revision() > newest.revision())) {
            newest = sample;
          }
        }
        if (newest == null) {
          silent += device.facts().isEmpty() ? 0 : 1;
        } else if (at - newest.timeNanos() >= STALE_AFTER) {
          stale++;
        } else {
          fresh++;
          power += newest.milliwatts();
          variance += (long) newest.errorMilliwatts() * newest.errorMilliwatts();
          worst = worst == null ? newest.quality() : worst.worst(newest.quality());
        }
        Map<Long, WindowEnergy> held = new HashMap<>();
        for (WindowEnergy window : device.windows()) {
          held.merge(window.startNanos(), window, (a, b) -> b.revision() > a.revision() ? b : a);
        }
        if (!held.isEmpty()) {
          long sum = held.values().stream().mapToLong(WindowEnergy::microjoules).sum();
          EnergySum add = EnergySum.ofMicrojoules(sum);
          energy = energy == null ? add : energy.plus(add);
        }
      }
      return new FleetSum(at, power, variance, worst, energy, fresh, stale, silent);
    }

    static @Nullable String rack(String node, List<Device> all) {
      DeviceFacts newest = null;
      for (Device device : all) {
        if (device.node().equals(node) && device.removedAtNanos() == 0) {
          for (DeviceFacts facts : device.facts()) {
            if (newest == null || facts.describedAtNanos() > newest.describedAtNanos()) {
              newest = facts;
            }
          }
        }
      }
      return newest == null ? null : newest.rack();
    }
  }
}

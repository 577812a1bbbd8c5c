package io.wattune.testkit;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What agents and the ledger job would send of a fleet, and what its sums must be: kept here by the
 * words of the contract, from all that was sent, without any class of the view.
 */
public final class FleetDay implements AutoCloseable {
  private static final long WINDOW = Book.WINDOW10S.windowNanos();
  private static final int HORIZON_WINDOWS = 4;

  private final Producer<String, byte[]> producer;
  private final Namespace namespace;
  private final Random random = new Random(4);
  private final long start = Math.floorDiv(System.currentTimeMillis() * 1_000_000, WINDOW) * WINDOW;
  private final List<String> devices = new ArrayList<>();
  private final Map<String, String> racks = new HashMap<>();
  private final Map<String, Integer> powers = new HashMap<>();
  private final Map<String, Map<Integer, Long>> windows = new HashMap<>();

  /**
   * A fleet.
   *
   * @param producer what sends its records, closed with this
   */
  public FleetDay(
      Producer<String, byte[]> producer, Namespace namespace, int nodes, int devicesPerNode) {
    this.producer = producer;
    this.namespace = namespace;
    for (int node = 0; node < nodes; node++) {
      racks.put("n" + node, "r" + node / 2);
      for (int device = 0; device < devicesPerNode; device++) {
        devices.add("n" + node + "/" + device);
      }
    }
  }

  public void describe() {
    devices.forEach(this::describe);
  }

  private void describe(String device) {
    String node = DeviceId.nodeOf(device);
    send(
        Topic.DEVICES,
        device,
        new DeviceDescriptorCodec()
            .encode(
                new DeviceDescriptor(
                    device,
                    node,
                    racks.get(node),
                    "simulated",
                    "card",
                    "",
                    null,
                    nowNanos(),
                    List.of(new Signal("power", SignalUnit.MILLIWATTS, 20_000_000)),
                    List.of())));
  }

  public void move(String node, String rack) {
    racks.put(node, rack);
    devices.stream().filter(d -> DeviceId.nodeOf(d).equals(node)).forEach(this::describe);
  }

  /** One sample of each device, now. */
  public void measure() {
    for (String device : devices) {
      int milliwatts = 50_000 + random.nextInt(600_000);
      long nowNanos = nowNanos();
      powers.put(device, milliwatts);
      send(
          Topic.POWER,
          device,
          new PowerBlockCodec()
              .encode(
                  new TruePower(
                      device,
                      "power",
                      0,
                      "p",
                      new long[] {nowNanos},
                      new int[] {milliwatts},
                      new int[] {milliwatts},
                      new int[] {1_000},
                      new byte[] {1},
                      null,
                      0)));
    }
  }

  /**
   * The ledger's entries of one more window of each device: now and then all that are not final
   * come again, and what has passed the horizon comes a last time.
   */
  public void account(int window) {
    for (String device : devices) {
      entry(device, window, 2 * (window / 5), false);
      if (window % 5 == 0) {
        for (int i = Math.max(0, window - HORIZON_WINDOWS); i < window; i++) {
          entry(device, i, 2 * (window / 5), false);
        }
      }
      if (window >= HORIZON_WINDOWS) {
        entry(device, window - HORIZON_WINDOWS, 2 * (window / 5) + 1, true);
      }
    }
  }

  private void entry(String device, int window, int revision, boolean isFinal) {
    long microjoules = random.nextInt(2_000_000_000);
    windows.computeIfAbsent(device, absent -> new TreeMap<>()).put(window, microjoules);
    long startNanos = start + window * WINDOW;
    send(
        Topic.ENERGY,
        device,
        new LedgerEntryCodec()
            .encode(
                new EntryDraft(
                        "window10s/" + device + "/power/" + startNanos,
                        Book.WINDOW10S,
                        device,
                        "power",
                        startNanos,
                        startNanos + WINDOW)
                    .revision(revision, 0, isFinal)
                    .energy(microjoules, microjoules)
                    .error(1, 1)
                    .seen(1, Quality.CORRECTED, "p")
                    .entry()));
  }

  public List<String> devices() {
    return devices;
  }

  /** Energy and power by {@code node/..}, {@code rack/..} and {@code cluster/all}. */
  public Map<String, Sum> sums() {
    Map<String, Sum> sums = new TreeMap<>();
    for (String device : devices) {
      long energy =
          windows.getOrDefault(device, Map.of()).values().stream().mapToLong(e -> e).sum();
      var sum = new Sum(powers.getOrDefault(device, 0), energy, powers.containsKey(device) ? 1 : 0);
      String node = DeviceId.nodeOf(device);
      sums.merge("node/" + node, sum, Sum::plus);
      sums.merge("rack/" + racks.get(node), sum, Sum::plus);
      sums.merge("cluster/all", sum, Sum::plus);
    }
    return sums;
  }

  /** What a sum must be. */
  public record Sum(long milliwatts, long microjoules, int devices) {
    Sum plus(Sum other) {
      return new Sum(
          milliwatts + other.milliwatts, microjoules + other.microjoules, devices + other.devices);
    }
  }

  public void flush() {
    producer.flush();
  }

  private void send(Topic topic, String key, byte[] value) {
    var unused = producer.send(new ProducerRecord<>(namespace.topic(topic), key, value));
  }

  private static long nowNanos() {
    return System.currentTimeMillis() * 1_000_000;
  }

  @Override
  public void close() {
    producer.close();
  }
}

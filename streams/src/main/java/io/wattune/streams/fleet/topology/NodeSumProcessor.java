package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowEnergy;
import io.wattune.core.fleet.WindowFate;
import io.wattune.schemas.codec.FleetPowerCodec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * First level: owns the nodes of one task, and sends the sum of each to the topic and to its rack.
 * Each change is stored before the record counts as read, and changes nothing when it comes again:
 * at least once is enough.
 *
 * <p>A device becomes stale while nothing comes, so the tick goes by the task's own clock; what is
 * stale is decided by the node's clock ({@link io.wattune.core.fleet.NodeTime}).
 */
final class NodeSumProcessor implements Processor<String, byte[], String, EncodedFleetRecord> {
  static final Duration TICK = Duration.ofMillis(250);

  private final long staleAfterNanos;
  private final FleetCounters counters;
  private final FleetRejects rejects;
  private final FleetPowerCodec codec = new FleetPowerCodec();
  private final Map<String, OwnedNode> nodes = new HashMap<>();
  private final Pace pace = new Pace();
  private ProcessorContext<String, EncodedFleetRecord> context;
  private NodeStores stores;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  NodeSumProcessor(FleetParts parts) {
    staleAfterNanos = parts.settings().staleAfterNanos();
    counters = parts.counters();
    rejects = new FleetRejects(parts);
  }

  @Override
  public void init(ProcessorContext<String, EncodedFleetRecord> newContext) {
    context = newContext;
    stores = new NodeStores(context, counters);
    stores
        .restore(context.currentSystemTimeMs())
        .forEach(
            (name, known) -> {
              own(new OwnedNode(known.node(), known.sent()));
              pace.changed(name); // Whoever had it before may not have sent its last sum.
            });
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  private OwnedNode own(OwnedNode node) {
    nodes.put(node.node.name(), node);
    counters.nodes.inc();
    return node;
  }

  @Override
  public void process(Record<String, byte[]> record) {
    DeviceNews incoming = VersionedJson.decode(record.value(), DeviceNews.class);
    if (incoming == null || record.key() == null) {
      var reject = rejects.notOurs(context.recordMetadata(), record.value());
      context.forward(record.withValue(reject));
      return;
    }
    OwnedNode owned = nodes.get(record.key());
    if (owned == null) {
      owned = own(new OwnedNode(new FleetNode(record.key()), null));
    }
    take(owned.node, incoming);
    pace.changed(record.key());
  }

  private void take(FleetNode node, DeviceNews incoming) {
    String device = incoming.device();
    long nowMillis = context.currentSystemTimeMs();
    DeviceFacts facts = incoming.facts();
    PowerSample sample = incoming.sample();
    WindowEnergy window = incoming.window();
    if (window != null) {
      WindowFate fate = node.energy(device, window);
      counters.windows.labelValues(fate.name().toLowerCase(Locale.ROOT)).inc();
      if (fate == WindowFate.COUNTED) {
        stores.put(device, node.book(device));
      }
      return;
    }
    if (facts != null) {
      node.describe(device, facts, nowMillis);
    } else if (sample != null) {
      node.measure(device, sample, nowMillis);
    } else {
      node.remove(device, incoming.removedAtNanos());
      stores.put(device, node.book(device));
    }
    stores.put(device, node.device(device));
  }

  private void tick() {
    long nowMillis = context.currentSystemTimeMs();
    nodes.forEach(
        (name, node) -> {
          if (node.hasGrownStale(nowMillis)) {
            pace.changed(name);
          }
        });
    for (String name : pace.takeDue(nowMillis)) {
      OwnedNode node = nodes.get(name);
      if (node != null) {
        send(node, nowMillis);
      }
    }
  }

  private void send(OwnedNode owned, long nowMillis) {
    int before = owned.devices;
    FleetSum sum = owned.sum(nowMillis, staleAfterNanos);
    counters.devices.inc(owned.devices - before);
    boolean isGone = sum.devices() == 0 && sum.energy() == null;
    if (isGone && !owned.isSent()) {
      pace.forget(owned.node.name());
      return;
    }
    String name = owned.node.name();
    for (String left : owned.move(isGone)) {
      forward(left, EncodedFleetRecord.next(new Member(name, null)), nowMillis);
    }
    if (isGone) {
      stores.delete(name);
    } else {
      stores.put(owned.stored(sum));
      forward(owned.rack(), EncodedFleetRecord.next(new Member(name, sum)), nowMillis);
    }
    FleetPower power =
        FleetPower.of(
            FleetScope.NODE,
            name,
            owned.rack().isEmpty() ? null : owned.rack(),
            sum,
            staleAfterNanos);
    forward(power.key(), EncodedFleetRecord.fleet(codec, power), nowMillis);
    counters.sent.labelValues(FleetScope.NODE.label()).inc();
  }

  private void forward(String key, EncodedFleetRecord outgoing, long nowMillis) {
    context.forward(new Record<>(key, outgoing, nowMillis));
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> counters.devices.dec(node.devices));
    counters.nodes.dec(nodes.size());
    nodes.clear();
  }
}

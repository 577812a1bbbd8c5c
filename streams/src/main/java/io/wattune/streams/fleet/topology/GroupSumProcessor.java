package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetGroup;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.schemas.codec.FleetPowerCodec;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Second level: owns racks, or the cluster, of one task, and sends their sums. Members come as
 * whole sums; one that was read before, by its place in the topic, is passed over, so that after a
 * restart no sum goes back.
 */
final class GroupSumProcessor implements Processor<String, byte[], String, EncodedFleetRecord> {
  private final FleetScope scope;
  private final String storeName;
  private final long staleAfterNanos;
  private final FleetCounters counters;
  private final FleetRejects rejects;
  private final FleetPowerCodec codec = new FleetPowerCodec();
  private final Map<String, FleetGroup> groups = new HashMap<>();
  private final Pace pace = new Pace();
  private ProcessorContext<String, EncodedFleetRecord> context;
  private KeyValueStore<String, byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  GroupSumProcessor(FleetScope scope, String storeName, FleetParts parts) {
    this.scope = scope;
    this.storeName = storeName;
    staleAfterNanos = parts.settings().staleAfterNanos();
    counters = parts.counters();
    rejects = new FleetRejects(parts);
  }

  @Override
  public void init(ProcessorContext<String, EncodedFleetRecord> newContext) {
    context = newContext;
    store = context.getStateStore(storeName);
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(
          entry -> {
            StoredMember member = VersionedJson.decode(entry.value, StoredMember.class);
            if (member == null) {
              counters.unreadableStates.inc(); // The member's next sum comes within the refresh.
            } else {
              group(member.group()).put(member.name(), member.sum());
              pace.changed(member.group());
            }
          });
    }
    context.schedule(NodeSumProcessor.TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  private FleetGroup group(String name) {
    return groups.computeIfAbsent(name, absent -> new FleetGroup());
  }

  @Override
  public void process(Record<String, byte[]> record) {
    Member member = VersionedJson.decode(record.value(), Member.class);
    if (member == null || record.key() == null) {
      var reject = rejects.notOurs(context.recordMetadata(), record.value());
      context.forward(record.withValue(reject));
      return;
    }
    String group = record.key();
    long offset = context.recordMetadata().map(RecordMetadata::offset).orElse(-1L);
    String key = StoredMember.key(group, member.name());
    StoredMember known = VersionedJson.decode(store.get(key), StoredMember.class);
    if (known != null && offset <= known.offset()) {
      counters.repeatedSums.inc();
      return;
    }
    FleetSum sum = member.sum();
    if (sum != null) {
      store.put(key, VersionedJson.encode(new StoredMember(group, member.name(), offset, sum)));
      group(group).put(member.name(), sum);
      pace.changed(group);
    } else if (known != null) {
      store.delete(key);
      group(group).remove(member.name());
      pace.changed(group);
    }
  }

  private void tick() {
    long nowMillis = context.currentSystemTimeMs();
    for (String name : pace.takeDue(nowMillis)) {
      FleetGroup group = groups.get(name);
      if (group != null) {
        send(name, group, nowMillis);
      }
    }
  }

  private void send(String name, FleetGroup group, long nowMillis) {
    FleetSum sum = group.sum(nowMillis);
    if (scope == FleetScope.RACK) {
      var member = new Member(name, group.isEmpty() ? null : sum);
      forward(FleetScope.ALL, EncodedFleetRecord.next(member), nowMillis);
    }
    if (!name.isEmpty()) { // The nodes that name no rack are in the cluster, and in no rack.
      FleetPower power = FleetPower.of(scope, name, null, sum, staleAfterNanos);
      forward(power.key(), EncodedFleetRecord.fleet(codec, power), nowMillis);
      counters.sent.labelValues(scope.label()).inc();
    }
    if (group.isEmpty()) {
      groups.remove(name);
      pace.forget(name);
    }
  }

  private void forward(String key, EncodedFleetRecord outgoing, long nowMillis) {
    context.forward(new Record<>(key, outgoing, nowMillis));
  }
}

package io.wattune.streams.fleet.topology;

import io.wattune.core.device.DeviceId;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.PowerSample;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The fleet view's topology. Its names, and the names of the topics and stores that follow from
 * them, are stable across releases.
 *
 * <pre>
 * power -> newest of each device --.
 * energy --------------------------+-> (by-node) -> node -+-> (by-rack) -> rack -+-> (by-cluster) -> cluster
 * devices -------------------------'                      '-> fleet             '-> fleet              '-> fleet
 * what cannot be read -> rejects
 * </pre>
 *
 * <p>No key is hot: a node has its devices, a rack its nodes, and the cluster its racks, each of
 * which sends once a second at most. Of a device's power only the newest sample goes on, when its
 * task commits, once a second: the cache of its table holds the others back, and is emptied before
 * the offsets are committed, so that the last sample always goes on.
 *
 * <p>At least once, not exactly once: every state here is the newest of something, or keeps what
 * each window contributed, so that a record read again changes nothing; and what is sent is the
 * whole sum. Energy is read once its transaction is committed. Tests: {@code FleetSumPropertyTest},
 * {@code FleetViewFaultsTest}.
 */
public final class FleetTopology {
  private static final Serde<String> TEXT = Serdes.String();
  private static final Serde<byte[]> BYTES = Serdes.ByteArray();

  /** A view that is new looks back so far: it shows at once what is there. */
  private static final Duration LOOK_BACK = Duration.ofMinutes(1);

  private FleetTopology() {}

  /**
   * Builds the topology; starts nothing.
   *
   * @param counters where its tasks will count
   * @param schemas opens the schemas for one task, which closes them
   */
  public static Topology build(
      FleetSettings settings, FleetCounters counters, Supplier<SchemaStore> schemas) {
    var parts = new FleetParts(settings, counters, schemas);
    var builder = new StreamsBuilder();
    builder.addStateStore(memory(StoreNames.DEVICES));
    builder.addStateStore(memory(StoreNames.ENERGY));
    builder.addStateStore(memory(StoreNames.NODES));
    builder.addStateStore(memory(StoreNames.RACK_NODES));
    builder.addStateStore(memory(StoreNames.RACKS));
    KStream<String, EncodedFleetRecord> nodes =
        inputs(builder, parts)
            .repartition(repartitioned("by-node", settings.tasks()))
            .process(
                () -> new NodeSumProcessor(parts),
                Named.as("node"),
                StoreNames.DEVICES,
                StoreNames.ENERGY,
                StoreNames.NODES);
    KStream<String, EncodedFleetRecord> racks =
        level(nodes, "by-rack", settings.tasks(), settings.namespace())
            .process(
                () -> new GroupSumProcessor(FleetScope.RACK, StoreNames.RACK_NODES, parts),
                Named.as("rack"),
                StoreNames.RACK_NODES);
    KStream<String, EncodedFleetRecord> cluster =
        level(racks, "by-cluster", 1, settings.namespace())
            .process(
                () -> new GroupSumProcessor(FleetScope.CLUSTER, StoreNames.RACKS, parts),
                Named.as("cluster"),
                StoreNames.RACKS);
    send(cluster, "cluster-out", settings.namespace());
    return builder.build();
  }

  /** News of devices, with the key of their node. */
  private static KStream<String, byte[]> inputs(StreamsBuilder builder, FleetParts parts) {
    KStream<String, DeviceNews> power =
        source(builder, parts, Topic.POWER, lookBack(), RecordReader::power)
            .mapValues(incoming -> Objects.requireNonNull(incoming.sample()), Named.as("samples"))
            .groupByKey(Grouped.with(TEXT, SampleSerde.serde()))
            .reduce(PowerSample::newest, Named.as("newest"), newest())
            .toStream(Named.as("newest-out"))
            .mapValues(DeviceNews::measured, Named.as("newest-incoming"));
    return power
        .merge(
            source(builder, parts, Topic.ENERGY, lookBack(), RecordReader::energy),
            Named.as("power-energy"))
        .merge(
            source(
                builder, parts, Topic.DEVICES, AutoOffsetReset.earliest(), RecordReader::devices),
            Named.as("inputs"))
        .map(
            (device, incoming) ->
                new KeyValue<>(DeviceId.nodeOf(incoming.device()), VersionedJson.encode(incoming)),
            Named.as("to-node"));
  }

  private static AutoOffsetReset lookBack() {
    return AutoOffsetReset.byDuration(LOOK_BACK);
  }

  /** What it holds is in the stores of the nodes, too, so it need not outlive its task. */
  private static Materialized<String, PowerSample, KeyValueStore<Bytes, byte[]>> newest() {
    return Materialized.<String, PowerSample>as(Stores.inMemoryKeyValueStore("fleet-newest"))
        .withKeySerde(TEXT)
        .withValueSerde(SampleSerde.serde())
        .withCachingEnabled()
        .withLoggingDisabled();
  }

  private static KStream<String, DeviceNews> source(
      StreamsBuilder builder,
      FleetParts parts,
      Topic topic,
      AutoOffsetReset from,
      Function<SchemaStore, RecordReader> reader) {
    Namespace namespace = parts.settings().namespace();
    String name = topic.label();
    KStream<String, DecodedRecord> decoded =
        builder.stream(
                namespace.topic(topic),
                Consumed.with(TEXT, BYTES).withOffsetResetPolicy(from).withName(name))
            .process(() -> new SourceProcessor(topic, parts, reader), Named.as(name + "-read"));
    decoded
        .filter((key, value) -> value.reject() != null, Named.as(name + "-unusable"))
        .mapValues(value -> Objects.requireNonNull(value.reject()), Named.as(name + "-reject"))
        .to(namespace.topic(Topic.REJECTS), Produced.with(TEXT, BYTES).withName(name + "-rejects"));
    return decoded
        .filter((key, value) -> value.incoming() != null, Named.as(name + "-usable"))
        .mapValues(value -> Objects.requireNonNull(value.incoming()), Named.as(name + "-incoming"));
  }

  private static KStream<String, byte[]> level(
      KStream<String, EncodedFleetRecord> from, String name, int tasks, Namespace namespace) {
    send(from, name + "-out", namespace);
    return from.filter((key, value) -> value.topic() == null, Named.as(name + "-sums"))
        .mapValues(EncodedFleetRecord::value, Named.as(name + "-values"))
        .repartition(repartitioned(name, tasks));
  }

  private static void send(
      KStream<String, EncodedFleetRecord> from, String name, Namespace namespace) {
    from.filter((key, value) -> value.topic() != null, Named.as(name + "-records"))
        .to(
            (key, value, context) -> namespace.topic(Objects.requireNonNull(value.topic())),
            Produced.with(TEXT, OUTGOING).withName(name));
  }

  private static Repartitioned<String, byte[]> repartitioned(String name, int tasks) {
    return Repartitioned.with(TEXT, BYTES).withName(name).withNumberOfPartitions(tasks);
  }

  private static StoreBuilder<?> memory(String name) {
    return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), TEXT, BYTES)
        .withCachingDisabled()
        .withLoggingEnabled(Map.of());
  }

  /** Only ever written. */
  private static final Serde<EncodedFleetRecord> OUTGOING =
      Serdes.serdeFrom(
          (topic, outgoing) -> outgoing.value(),
          (topic, bytes) -> {
            throw new IllegalStateException("what the view sends is not read back");
          });
}

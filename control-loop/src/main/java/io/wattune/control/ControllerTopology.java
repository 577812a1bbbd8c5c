package io.wattune.control;

import io.wattune.core.guard.Guards;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.Goals;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.Policies;
import io.wattune.core.serving.ServingGoals;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The controller's topology. Its names, and the names of the topics and stores that follow from
 * them, are stable across releases.
 *
 * <pre>
 * power, counters, sensitivities, actuations, serving --.
 * devices ----------------------------------------------+-> by-node -> (repartition by-node) -> node -> decisions
 *                                                                                                |   '-> rejects
 * holds -> (global store holds, on every instance) - - - - - - - - - - - - - - - - - - - - - - - - '
 * right-sizes -> (the same, for the policy that needs them) - - - - - - - - - - - - - - - - - - - -'
 * </pre>
 *
 * All stores are in memory; what is in them comes back from the changelog, or from the topic.
 */
public final class ControllerTopology {
  private static final Serde<String> TEXT = Serdes.String();
  private static final Serde<byte[]> BYTES = Serdes.ByteArray();

  /** Names of the global stores. */
  private static final String HOLDS = "holds";

  private static final String SIZES = "right-sizes";

  private ControllerTopology() {}

  /**
   * Builds the topology; starts nothing.
   *
   * @param counters where its tasks will count
   */
  public static Topology build(ControllerOptions options, ControllerCounters counters) {
    var sizes = new RightSizeBoard(counters.refusedSizes);
    return build(
        new ControllerParts(
            options,
            counters,
            new HoldBoard(counters.unreadableHolds),
            sizes,
            () -> loop(options, sizes),
            () -> new PublishedSchemas(options.kafka(), options.namespace())));
  }

  private static DeviceLoop loop(ControllerOptions options, RightSizeBoard sizes) {
    Tuning tuning = options.tuning();
    ServingGoals serving = tuning.serving();
    LoopSettings settings = tuning.loop();
    return new DeviceLoop(
        settings,
        new Goals(
            tuning.goal(),
            tuning.ceiling(),
            goal -> Policies.named(tuning.policy(), goal).orElseThrow()),
        Guards.standard(settings.stepsPerDecision(), settings.dwellNanos()),
        tuning.temperatures(),
        serving.sizes() == null ? serving : serving.withSizes(sizes));
  }

  static Topology build(ControllerParts parts) {
    Namespace namespace = parts.options().namespace();
    Map<String, InputKind> kinds = new TreeMap<>();
    for (InputKind kind : InputKind.values()) {
      kinds.put(namespace.topic(kind.topic()), kind);
    }
    var builder = new StreamsBuilder();
    builder.addGlobalStore(
        memory(HOLDS).withLoggingDisabled(),
        namespace.topic(Topic.HOLDS),
        Consumed.with(TEXT, BYTES).withName(HOLDS),
        () -> new BoardProcessor(HOLDS, "the hold's id", Integer.MAX_VALUE, parts.holds()));
    if (parts.options().tuning().serving().sizes() != null) {
      builder.addGlobalStore(
          memory(SIZES).withLoggingDisabled(),
          namespace.topic(Topic.RIGHT_SIZES),
          Consumed.with(TEXT, BYTES).withName(SIZES),
          () ->
              new BoardProcessor(
                  SIZES, "<product>/<model>", RecordLimits.MOST_BYTES, parts.sizes()));
    }
    builder.addStateStore(memory(NodeProcessor.STORE).withLoggingEnabled(Map.of()));
    inputs(builder, namespace)
        .process(() -> new ByNode(kinds), Named.as("by-node"))
        .repartition(
            Repartitioned.with(TEXT, BYTES)
                .withName("by-node")
                .withNumberOfPartitions(parts.options().membership().tasks()))
        .process(() -> new NodeProcessor(parts), Named.as("node"), NodeProcessor.STORE)
        .to(
            (key, outgoing, context) -> namespace.topic(outgoing.topic()),
            Produced.with(TEXT, OUTGOING).withName("out"));
    return builder.build();
  }

  private static KStream<String, byte[]> inputs(StreamsBuilder builder, Namespace namespace) {
    return builder.stream(
            InputKind.NEWS.stream().map(namespace::topic).toList(),
            Consumed.with(TEXT, BYTES)
                .withOffsetResetPolicy(AutoOffsetReset.latest())
                .withName("news"))
        .merge(
            builder.stream(
                namespace.topic(Topic.DEVICES),
                Consumed.with(TEXT, BYTES)
                    .withOffsetResetPolicy(AutoOffsetReset.earliest())
                    .withName("devices")),
            Named.as("inputs"));
  }

  private static StoreBuilder<?> memory(String name) {
    return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), TEXT, BYTES)
        .withCachingDisabled();
  }

  /** Only ever written. */
  private static final Serde<EncodedRecord> OUTGOING =
      Serdes.serdeFrom(
          (topic, outgoing) -> outgoing.value(),
          (topic, bytes) -> {
            throw new IllegalStateException("what the controller sends is not read back");
          });
}

package io.wattune.control;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.TruePower;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.FleetValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * What a node's agent, the ledger job and the node's writer put on the topics, without any of them:
 * a kernel of 100 ms runs again and again on each device and does not need its clock; each decision
 * is applied at once. Its clock runs as fast as it is asked to step.
 */
public final class AnsweringNode implements AutoCloseable {
  private static final long STEP_NANOS = 100_000_000;
  private static final Duration LOOK = Duration.ofMillis(1);

  private final Namespace namespace;
  private final String node;
  private final List<String> devices = new ArrayList<>();
  private final KafkaProducer<String, byte[]> producer;
  private final TopicReader<Decision> reader;
  private final List<Decision> decisions = new ArrayList<>();
  private final PowerBlockCodec power = new PowerBlockCodec();
  private final CounterReadingCodec counters = new CounterReadingCodec();
  private final ActuationCodec actuations = new ActuationCodec();
  private long timeNanos = System.currentTimeMillis() * 1_000_000;
  private long sequence;
  private boolean isAnswering = true;
  private ToLongFunction<String> megahertz = device -> 1000;
  private final Map<String, Decision.ForDevice> applied = new HashMap<>();
  private final Map<String, Long> appliedNanos = new HashMap<>();

  public AnsweringNode(String bootstrapServers, Namespace namespace, String node, int devices) {
    this.namespace = namespace;
    this.node = node;
    for (int i = 0; i < devices; i++) {
      this.devices.add(node + "/" + i);
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "0"),
            new StringSerializer(),
            new ByteArraySerializer());
    reader =
        TopicReader.openAtEnd(
            KafkaAccess.of(bootstrapServers),
            namespace.topic(Topic.DECISIONS),
            false,
            new DecisionCodec());
  }

  public void describe() {
    var codec = new DeviceDescriptorCodec();
    for (String device : devices) {
      send(Topic.DEVICES, device, codec.encode(FleetValues.descriptor(device)));
    }
    flush();
  }

  /** Leaves the answers to a real writer. */
  public AnsweringNode withoutAnswers() {
    isAnswering = false;
    return this;
  }

  /** Power follows the clock, so that what is lowered saves, and stays lowered. */
  public AnsweringNode drawsBy(ToLongFunction<String> clockMegahertz) {
    megahertz = clockMegahertz;
    return this;
  }

  /**
   * Steps until it is now; all at once, since one after the other a busy machine never gets there.
   */
  public void catchUp() {
    long nowNanos = System.currentTimeMillis() * 1_000_000;
    while (timeNanos + STEP_NANOS <= nowNanos) {
      pass();
    }
    flush();
    reader.poll(LOOK, this::decided);
  }

  /** A tenth of a second passes. */
  public void step() {
    pass();
    flush();
    reader.poll(LOOK, this::decided);
  }

  private void pass() {
    long endNanos = timeNanos + STEP_NANOS;
    for (String device : devices) {
      send(Topic.COUNTERS, device, counters.encode(invocation(device, endNanos)));
      send(Topic.POWER, device, power.encode(block(device, endNanos)));
    }
    timeNanos = endNanos;
  }

  private void decided(Decision decision) {
    if (!decision.node().equals(node)) {
      return;
    }
    decisions.add(decision);
    if (isAnswering && decision instanceof Decision.ForDevice forDevice) {
      var answer =
          new Actuation(
              node,
              forDevice.device(),
              forDevice.epoch(),
              forDevice.sequence(),
              ActuationOutcome.APPLIED,
              "ok",
              "",
              null,
              List.of(),
              forDevice.leaseNanos(),
              timeNanos,
              inForce(forDevice),
              List.of());
      send(Topic.ACTUATIONS, forDevice.device(), actuations.encode(answer));
    }
  }

  /** What the decision before has put in force, until now. */
  private List<InForceSpan> inForce(Decision.ForDevice next) {
    Decision.ForDevice before = applied.put(next.device(), next);
    Long since = appliedNanos.put(next.device(), timeNanos);
    if (before == null || since == null) {
      return List.of();
    }
    String name =
        before.byActivityName().isEmpty() ? null : before.byActivityName().get(0).activityName();
    List<InForceValue> values = new ArrayList<>();
    for (Tunable tunable : FleetValues.descriptor(next.device()).tunables()) {
      long own = tunable.ownValue().orElseThrow();
      long value =
          before.configurationFor(name).setting(tunable.name()).map(Setting::value).orElse(own);
      values.add(
          new InForceValue(tunable.name(), tunable.unit(), OptionalLong.of(value), value == own));
    }
    return List.of(new InForceSpan(name, since, timeNanos, values));
  }

  private CounterReading invocation(String device, long endNanos) {
    return new CounterReading(
        device,
        sequence++,
        timeNanos,
        endNanos,
        Book.KERNEL,
        "run " + sequence,
        "kernel",
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 10)),
        false);
  }

  /** 100 W at 1000 MHz. */
  private TruePower block(String device, long endNanos) {
    int milliwatts = Math.toIntExact(40_000 + 60 * megahertz.applyAsLong(device));
    return new TruePower(
        device,
        "power",
        0,
        "profile",
        new long[] {endNanos},
        new int[] {milliwatts},
        new int[] {milliwatts},
        new int[] {500},
        new byte[] {1},
        null,
        0);
  }

  public void send(Topic topic, String key, byte[] value) {
    producer.send(new ProducerRecord<>(namespace.topic(topic), key, value));
  }

  public void flush() {
    producer.flush();
  }

  /** All decisions for this node that have come so far. */
  public List<Decision> decisions() {
    return List.copyOf(decisions);
  }

  /** Takes all decisions that are on the topic by now. */
  public void readToEnd() {
    reader.readToEnd(LOOK, this::decided);
  }

  /** Forgets all decisions that are on the topic by now. */
  public void clear() {
    reader.readToEnd(LOOK, decision -> {});
    decisions.clear();
  }

  public static List<Decision.ForDevice> forDevices(List<Decision> decisions) {
    return decisions.stream()
        .filter(Decision.ForDevice.class::isInstance)
        .map(Decision.ForDevice.class::cast)
        .toList();
  }

  @Override
  public void close() {
    reader.close();
    producer.close();
  }
}

package io.wattune.control;

import io.wattune.core.decision.Decision;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** One life of the task that owns all nodes, from take-over to its end; the store outlives it. */
final class TaskLife {
  static final ControllerOptions OPTIONS =
      ControllerOptions.of(KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("none"));

  final ControllerCounters counters = new ControllerCounters();
  final HoldBoard holds = new HoldBoard(counters.unreadableHolds);
  private final MockProcessorContext<String, EncodedRecord> context = new MockProcessorContext<>();
  private final NodeProcessor processor;
  private long offset;

  TaskLife(KeyValueStore<String, byte[]> store, long nowMillis, Supplier<DeviceLoop> loop) {
    processor =
        new NodeProcessor(
            new ControllerParts(
                OPTIONS,
                counters,
                holds,
                new RightSizeBoard(counters.refusedSizes),
                loop,
                BundledSchemas::get));
    context.addStateStore(store);
    context.setRecordMetadata("by-node", 3, 0);
    setClock(nowMillis);
    processor.init(context);
  }

  void setClock(long nowMillis) {
    context.setCurrentSystemTimeMs(nowMillis);
  }

  /** Lets the task's timers go off once. */
  void tick() {
    for (var timer : context.scheduledPunctuators()) {
      if (!timer.cancelled()) {
        timer.getPunctuator().punctuate(context.currentSystemTimeMs());
      }
    }
  }

  void send(InputKind kind, String key, byte[] value) {
    var envelope = new Envelope(kind, 2, offset++, key, value);
    sendRaw("any", envelope.toBytes());
  }

  void sendRaw(String key, byte[] value) {
    processor.process(new Record<>(key, value, context.currentSystemTimeMs()));
  }

  /** What has been sent to a topic since the call before. */
  List<Decision> decisions() throws UndecodableException {
    var codec = new DecisionCodec();
    List<Decision> decisions = new ArrayList<>();
    for (byte[] bytes : taken(Topic.DECISIONS)) {
      decisions.add(codec.decode(bytes));
    }
    return decisions;
  }

  List<Decision.Claim> claims() throws UndecodableException {
    return only(Decision.Claim.class, decisions());
  }

  List<Decision.ForDevice> forDevices() throws UndecodableException {
    return only(Decision.ForDevice.class, decisions());
  }

  private static <D> List<D> only(Class<D> kind, List<Decision> decisions) {
    return decisions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  List<RejectedDatum> rejects() throws UndecodableException {
    var codec = new RejectCodec();
    List<RejectedDatum> rejects = new ArrayList<>();
    for (byte[] bytes : taken(Topic.REJECTS)) {
      rejects.add(codec.decode(bytes));
    }
    return rejects;
  }

  private List<byte[]> taken(Topic topic) {
    List<byte[]> values = new ArrayList<>();
    for (var forward : context.forwarded()) {
      if (forward.record().value().topic() == topic) {
        values.add(forward.record().value().value());
      }
    }
    context.resetForwards();
    return values;
  }

  void end() {
    processor.close();
  }
}

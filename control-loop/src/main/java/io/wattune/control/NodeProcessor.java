package io.wattune.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceId;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopState;
import io.wattune.core.loop.Proposal;
import io.wattune.core.serving.ServerState;
import io.wattune.core.tunable.Configuration;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the nodes of one task: claims them, passes each input to the loop of its device, and sends
 * what the loop decides. It decides when a record comes, not by a timer.
 *
 * <p>A loop that throws loses its device's state and the record that was passed to it, which goes
 * to the rejects; the task goes on, since otherwise the record would be read again for ever and no
 * node of the task would be tuned.
 */
final class NodeProcessor implements Processor<String, byte[], String, EncodedRecord> {
  static final String STORE = "nodes";
  static final String NOT_AN_ENVELOPE = "not-an-envelope";
  static final String LOOP_FAILED = "loop-failed";
  static final String UNSENDABLE = "unsendable";

  private static final Logger LOG = LoggerFactory.getLogger(NodeProcessor.class);
  private static final Duration AT_ONCE = Duration.ofMillis(1);
  private static final Duration TICK = Duration.ofSeconds(1);

  private final ControllerParts parts;
  private final ControllerCounters counters;
  private final DeviceLoop loop;
  private final SchemaStore schemas;
  private final InputDecoder decoder;
  private ProcessorContext<String, EncodedRecord> context;
  private Outbox outbox;
  private OwnedNodes nodes;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  NodeProcessor(ControllerParts parts) {
    this.parts = parts;
    this.counters = parts.counters();
    this.loop = parts.loop().get();
    this.schemas = parts.schemas().get();
    this.decoder = new InputDecoder(schemas);
  }

  @Override
  public void init(ProcessorContext<String, EncodedRecord> newContext) {
    context = newContext;
    outbox = new Outbox(context, parts.options(), counters);
    nodes = new OwnedNodes(new NodeStore(context.getStateStore(STORE)), loop, outbox, counters);
    nodes.restore(nowMillis());
    // Nothing can be sent from here; whichever comes first, this or a record, claims.
    context.schedule(
        AT_ONCE, PunctuationType.WALL_CLOCK_TIME, now -> nodes.claimRestored(nowMillis()));
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  private void tick() {
    nodes.report();
    nodes.reclaim(
        (int) (1 + parts.options().membership().sessionTimeout().toSeconds()), nowMillis());
    nodes.forgetSilent(nowMillis(), parts.options().membership().silentAfter().toMillis());
    nodes.repeatClaims();
  }

  @Override
  public void process(Record<String, byte[]> record) {
    nodes.claimRestored(nowMillis());
    Envelope envelope = Envelope.read(record.value());
    if (envelope == null) {
      counters.read.labelValues("unknown").inc();
      outbox.rejectUnknown(
          record,
          NOT_AN_ENVELOPE,
          "the controller's own topic has a record that it did not write, or that another release"
              + " wrote: who else writes to it?");
      return;
    }
    counters.read.labelValues(envelope.kind().topic().label()).inc();
    Obstacle refusal = refusal(envelope, record.headers());
    if (refusal != null) {
      outbox.reject(envelope, refusal.reason().code(), refusal.detail());
      return;
    }
    try {
      act(envelope, decoder.decode(envelope));
    } catch (UndecodableException e) {
      outbox.reject(envelope, e.reason(), e.detail());
    }
  }

  /** Why an answer is not taken for its node's; null where it is, and for all other records. */
  private @Nullable Obstacle refusal(Envelope envelope, Headers headers) {
    String key = envelope.key();
    if (envelope.kind() != InputKind.ACTUATION
        || key == null
        || !parts.options().nodeKeys().areRequired()) {
      return null;
    }
    return parts
        .options()
        .nodeKeys()
        .refusal(
            DeviceId.nodeOf(key),
            parts.options().topic(Topic.ACTUATIONS),
            key,
            envelope.value(),
            headers);
  }

  private void act(Envelope envelope, Input input) {
    if (input instanceof Input.Gone gone) {
      nodes.forget(gone.device());
    } else if (input instanceof Input.NodeAnswer answer) {
      Actuation actuation = answer.actuation();
      nodes.answered(actuation, nowMillis());
      String device = actuation.device();
      if (device != null) {
        pass(envelope, device, state -> loop.onActuation(state, actuation));
        return;
      }
    } else if (input instanceof Input.ForLoop forLoop) {
      pass(envelope, forLoop.device(), state -> forLoop.update().accept(loop, state));
      return;
    } else if (input instanceof Input.ForLoops forLoops) {
      for (String device : forLoops.devices()) {
        if (nodes.isKnown(device)
            && !isTaken(envelope, device, state -> forLoops.update().accept(loop, state))) {
          return; // It is among the rejects.
        }
      }
    }
    counters.used.inc();
  }

  private void pass(Envelope envelope, String name, LoopInput loopInput) {
    if (isTaken(envelope, name, loopInput)) {
      counters.used.inc();
    }
  }

  /**
   * Passes an input to the device's loop, and sends what the loop then decides.
   *
   * @return false where the loop has failed
   */
  private boolean isTaken(Envelope envelope, String name, LoopInput loopInput) {
    long nowMillis = nowMillis();
    KnownNode node = nodes.nodeOf(name, nowMillis);
    KnownDevice device = nodes.device(node, name, nowMillis);
    boolean isHeld = parts.holds().isHeld(name, nowMillis * 1_000_000);
    Configuration ordered = isHeld ? parts.holds().settingsOn(name, nowMillis * 1_000_000) : null;
    Attempt attempt =
        attempt(
            envelope,
            device,
            () -> {
              loopInput.passTo(device.loop);
              return loop.decide(device.loop, isHeld, ordered);
            });
    if (attempt.hasFailed()) {
      return false;
    }
    if (envelope.kind() == InputKind.DESCRIPTOR) {
      nodes.store(device); // It comes once, and will not be read again by who takes over.
    }
    if (isHeld && ordered == null) {
      counters.held.inc();
    } else if (attempt.proposal().isPresent() && !node.isOutranked()) {
      send(envelope, node, device, attempt.proposal().get());
    }
    return true;
  }

  /** What came of asking a loop; a failed one has begun anew. */
  private record Attempt(boolean hasFailed, Optional<Proposal> proposal) {}

  /** An input that is passed to a loop. */
  private interface LoopInput {
    void passTo(LoopState state);
  }

  private Attempt attempt(
      Envelope envelope, KnownDevice device, Supplier<Optional<Proposal>> deciding) {
    try {
      return new Attempt(false, deciding.get());
    } catch (RuntimeException e) {
      if (!device.hasFailed) {
        device.hasFailed = true; // The others are counted, and in the rejects.
        LOG.error(
            "the loop of device {} failed and begins anew; please report this with these lines",
            device.device,
            e);
      }
      counters.loop(device.loop.counts());
      device.loop = loop.newState(device.device);
      outbox.reject(envelope, LOOP_FAILED, "the loop of its device failed with " + e);
      return new Attempt(true, Optional.empty());
    }
  }

  private void send(Envelope envelope, KnownNode node, KnownDevice device, Proposal proposal) {
    long nowNanos = nowMillis() * 1_000_000;
    if (isInVain(node, device, proposal, nowNanos)) {
      counters.tooLate.inc();
      return;
    }
    device.sentNanos = nowNanos;
    device.sequence++;
    try {
      outbox.decision(node, device, proposal);
    } catch (IllegalArgumentException e) {
      outbox.reject(
          envelope, UNSENDABLE, "the decision that it led to cannot be sent: " + e.getMessage());
      return;
    }
    if (ServerState.isAlarm(proposal.reason())) {
      LOG.warn("{}: {} {}", device.device, proposal.reason(), proposal.detail());
    }
    loop.onSent(device.loop, proposal, node.epoch, device.sequence);
    nodes.store(device);
  }

  /**
   * Whether the node would refuse the decision because its lease is over before it comes. By its
   * own clock alone the controller does not know that, as the two may differ: the node has refused
   * one for that before. One is tried in each lease, or a clock that was set would end all tuning.
   * Without this a controller that is behind signs what nobody can use, and stays behind.
   */
  private static boolean isInVain(
      KnownNode node, KnownDevice device, Proposal proposal, long nowNanos) {
    return node.isDecidedForTooLate
        && nowNanos - proposal.basedOnNanos() >= proposal.leaseNanos()
        && nowNanos - device.sentNanos < proposal.leaseNanos();
  }

  private long nowMillis() {
    return context.currentSystemTimeMs();
  }

  @Override
  public void close() {
    nodes.close();
    try {
      schemas.close();
    } catch (RuntimeException e) {
      LOG.warn("the connection to the topic of schemas did not close: {}", FailureWords.of(e));
    }
  }
}

package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.NodeClock;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Obstacle;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a record of the topic to a decision for its writer. A record is believed before a byte of it
 * is read: what is not believed is answered, with nothing of what it claims, and kept in the
 * rejects. An answer must not name the decision that a forged record pretends to be: the right
 * controller would take it for a refusal of its own. Used by one thread.
 */
final class DecisionIntake {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionIntake.class);
  private static final String REJECTED_BY = "writer";
  private static final byte[] NOTHING = new byte[0];

  private final Map<String, NodeIntake> nodes;
  private final DecisionCodec decisions;
  private final NodeClock clock;
  private final Consumer<RejectedDatum> rejects;
  private final Map<ActuationReason, Long> refused = new HashMap<>();

  /**
   * An intake.
   *
   * @param nodes the nodes of this process, by name
   * @param rejects takes what is not believed, or cannot be read
   */
  DecisionIntake(
      Map<String, NodeIntake> nodes,
      DecisionCodec decisions,
      NodeClock clock,
      Consumer<RejectedDatum> rejects) {
    this.nodes = Map.copyOf(nodes);
    this.decisions = decisions;
    this.clock = clock;
    this.rejects = rejects;
  }

  /**
   * Takes one; those of other nodes' are nothing to this process.
   *
   * @param cluster id of the cluster from which it was read
   */
  void take(ConsumerRecord<String, byte[]> record, String cluster) {
    String node = record.key();
    NodeIntake of = node == null ? null : nodes.get(node);
    if (of == null) {
      return;
    }
    long wallNanos = clock.now().wallNanos();
    Obstacle refusal = of.belief(cluster, wallNanos).refusal(record);
    if (refusal != null) {
      refuse(record, of, refusal);
      return;
    }
    try {
      Decision decision = decisions.decode(record.value());
      Obstacle old = of.taken(decision, wallNanos);
      if (old == null) {
        of.setter().decide(decision);
      } else {
        refuse(record, of, old);
      }
    } catch (UndecodableException e) {
      refuse(record, of, new Obstacle(ActuationReason.MALFORMED, e.detail()), e.reason());
    }
  }

  /** Answers, counts and keeps what is not believed. */
  void refuse(ConsumerRecord<String, byte[]> record, NodeIntake of, Obstacle why) {
    refuse(record, of, why, why.reason().code());
  }

  private void refuse(
      ConsumerRecord<String, byte[]> record, NodeIntake of, Obstacle why, String reason) {
    of.setter().refuse(why);
    rejects.accept(
        RejectedDatum.of(
            reason,
            why.detail(),
            record.topic(),
            record.partition(),
            record.offset(),
            1,
            Objects.requireNonNullElse(record.value(), NOTHING),
            REJECTED_BY));
    // At the first, second, fourth, ... of each reason: a flood must not fill the log.
    long count = refused.merge(why.reason(), 1L, Long::sum);
    if (Long.bitCount(count) == 1) {
      LOG.warn(
          "node {}: {} records on {} refused as {}, the newest: {}",
          of.node(),
          count,
          record.topic(),
          why.reason().code(),
          why.detail());
    }
  }
}

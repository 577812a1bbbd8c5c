package io.wattune.control.order;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;

/** Watches for the answer to an order, from before it is sent on. Used by one thread. */
public final class OrderAnswers implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final OrderTalk talk;
  private final PublishedSchemas schemas;
  private final TopicReader<Decision> decisions;
  private final TopicReader<Actuation> actuations;

  private OrderAnswers(
      OrderTalk talk,
      PublishedSchemas schemas,
      TopicReader<Decision> decisions,
      TopicReader<Actuation> actuations) {
    this.talk = talk;
    this.schemas = schemas;
    this.decisions = decisions;
    this.actuations = actuations;
  }

  public static OrderAnswers open(KafkaAccess kafka, Namespace namespace, Hold order) {
    var schemas = new PublishedSchemas(kafka, namespace);
    return new OrderAnswers(
        new OrderTalk(order),
        schemas,
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.DECISIONS), false, new DecisionCodec(schemas)),
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.ACTUATIONS), false, new ActuationCodec(schemas)));
  }

  /** The answer, or that none came in this time. */
  public OrderAnswer await(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (talk.answer().isEmpty() && System.nanoTime() - deadline < 0) {
      // Decisions first: an answer is to one of them.
      decisions.poll(POLL, talk::decided);
      actuations.poll(POLL, talk::answered);
    }
    return talk.answer().orElseGet(() -> talk.silence(patience));
  }

  @Override
  public void close() {
    decisions.close();
    actuations.close();
    schemas.close();
  }
}

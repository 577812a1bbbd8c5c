package io.wattune.replay.publish;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.replay.file.MalformedLine;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * Sends a replay to Kafka: first the malformed lines, then blocks and activities in event time,
 * then for each device the markers that end its readings and its activities. The schemas must have
 * been published before. One publisher sends one replay; not for several threads.
 */
public final class TracePublisher {
  /** Reason of the one reject that counts the malformed lines whose bytes were not kept. */
  static final String NOT_KEPT = "malformed-lines-not-kept";

  private static final String NAME = "file-reader";
  private static final int NO_PARTITION = -1;

  private final RecordSender sender;
  private final SchemaPublisher schemas;
  private final PublishOptions options;
  private final Pacer pacer;
  private final String readings;
  private final String activity;
  private final String rejects;
  private final ReadingBlockCodec blockCodec = new ReadingBlockCodec();
  private final ActivityCodec activityCodec = new ActivityCodec();
  private final RejectCodec rejectCodec = new RejectCodec();
  private long sentReadings;

  /**
   * Makes a publisher.
   *
   * @param producer a producer with {@link ProducerSettings}; it is not closed
   * @param namespace whose topics are written: readings, activity, rejects and schemas must exist
   * @param options how traces are cut into blocks
   * @param pacer when what is sent
   */
  public TracePublisher(
      Producer<String, byte[]> producer, Namespace namespace, PublishOptions options, Pacer pacer) {
    this.sender = new RecordSender(producer);
    this.schemas = new SchemaPublisher(producer, namespace);
    this.options = options;
    this.pacer = pacer;
    this.readings = namespace.topic(Topic.READINGS);
    this.activity = namespace.topic(Topic.ACTIVITY);
    this.rejects = namespace.topic(Topic.REJECTS);
  }

  /**
   * Sends everything and returns when the broker has acknowledged it.
   *
   * @param readingsSent receives the number of readings sent so far, after each block
   * @throws EngineException if any record could not be sent; what was sent before stays
   */
  public void publish(Replay replay, LongConsumer readingsSent)
      throws EngineException, InterruptedException, JobFailedException {
    publishSchemas();
    sendRejects(replay);
    var events = new Interleaving(replay, options);
    while (events.hasNext()) {
      ReplayEvent event = events.next();
      pacer.await(event.atNanos());
      if (event instanceof ReplayEvent.Polled polled) {
        send(polled.block());
        readingsSent.accept(sentReadings);
      } else if (event instanceof ReplayEvent.Reported reported) {
        Activity known = reported.activity();
        sender.send(activity, known.device(), activityCodec.encode(known));
      }
    }
    for (PollBlock end : events.endsOfTraces()) {
      send(end);
      sender.send(activity, end.device(), activityCodec.encodeEndOfTrace(end.device()));
    }
    sender.flush();
  }

  private void publishSchemas() throws EngineException, InterruptedException {
    try {
      schemas.publish(Topic.READINGS);
      schemas.publish(Topic.ACTIVITY);
      schemas.publish(Topic.REJECTS);
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof InterruptedException && Thread.interrupted()) {
        throw new InterruptedException("interrupted while publishing schemas");
      }
      throw EngineException.failed(String.valueOf(e.getMessage()), e);
    }
  }

  private void send(PollBlock block) throws EngineException, InterruptedException {
    sender.send(readings, block.device(), blockCodec.encode(block));
    sentReadings += block.polls();
  }

  private void sendRejects(Replay replay) throws EngineException, InterruptedException {
    for (MalformedLine line : replay.malformed()) {
      sendReject(
          RejectedDatum.of(
              line.reason(),
              line.detail(),
              line.file(),
              NO_PARTITION,
              line.lineNumber(),
              1,
              line.original(),
              NAME));
    }
    long notKept = replay.malformedLines() - replay.malformed().size();
    if (notKept > 0) {
      sendReject(
          RejectedDatum.of(
              NOT_KEPT,
              notKept + " further lines are malformed; look at the first ones and at the file",
              replay.name(),
              NO_PARTITION,
              NO_PARTITION,
              (int) Math.min(notKept, Integer.MAX_VALUE),
              new byte[0],
              NAME));
    }
  }

  private void sendReject(RejectedDatum datum) throws EngineException, InterruptedException {
    sender.send(rejects, datum.origin(), rejectCodec.encode(datum));
  }
}

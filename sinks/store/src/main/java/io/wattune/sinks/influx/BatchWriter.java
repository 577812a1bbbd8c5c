package io.wattune.sinks.influx;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one batch after the other, in order, and does not let go of one before the store has
 * answered for each of its points. While the store is away it tries again without end. Of points
 * that the store refuses, halves are written until each refused point is found, or the store says
 * that it took none of them: those go to the rejects, and the rest of the batch is in the store.
 * Used by one thread.
 */
final class BatchWriter {
  private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);

  /** The store looked at the point and does not take it. */
  static final String REFUSED = "refused-by-store";

  private final PointStore store;
  private final RejectSender rejectSender;
  private final Backoff backoff;
  private final SinkCounts counts;
  private boolean isPrepared;

  BatchWriter(PointStore store, RejectSender rejectSender, Backoff backoff, SinkCounts counts) {
    this.store = store;
    this.rejectSender = rejectSender;
    this.backoff = backoff;
    this.counts = counts;
  }

  /** Points of one record that were refused, and why the first of them was. */
  private record Refusal(int points, String message) {}

  /**
   * Writes a batch.
   *
   * @return whether everything is in the store or among the rejects; false where the batch was
   *     abandoned
   */
  boolean write(Batch batch) {
    Map<ConsumerRecord<byte[], byte[]>, Refusal> refused = new LinkedHashMap<>();
    long settledBefore = settledPoints();
    if (!write(batch, 0, batch.lines().count(), refused)) {
      counts.pointsReturned.inc(batch.lines().count() - (settledPoints() - settledBefore));
      return false;
    }
    List<KeyedReject> rejects = new ArrayList<>(batch.rejects());
    refused.forEach(
        (record, refusal) ->
            rejects.add(Batch.reject(record, REFUSED, refusal.message(), refusal.points())));
    if (!rejects.isEmpty() && !send(batch, rejects)) {
      return false;
    }
    counts.recordsRejected.inc(batch.rejects().size());
    counts.batches.inc();
    return true;
  }

  /** Breaks off the call to the store that is under way. Called by another thread. */
  void cancel() {
    store.cancel();
  }

  private long settledPoints() {
    return (long) (counts.pointsWritten.get() + counts.pointsRefused.get());
  }

  private boolean write(
      Batch batch, int from, int to, Map<ConsumerRecord<byte[], byte[]>, Refusal> refused) {
    if (from == to) {
      return true;
    }
    String lines = batch.lines().text(from, to);
    for (int attempt = 0; !batch.isAbandoned(); attempt++) {
      try {
        prepareAndWrite(lines);
        counts.pointsWritten.inc(to - from);
        return true;
      } catch (StoreRefusedException e) {
        counts.available();
        if (to - from == 1 || e.refused() == to - from) {
          for (int line = from; line < to; line++) {
            refuse(batch, line, String.valueOf(e.getMessage()), refused);
          }
          return true;
        }
        int middle = (from + to) >>> 1;
        return write(batch, from, middle, refused) && write(batch, middle, to, refused);
      } catch (StoreUnavailableException e) {
        isPrepared = false; // It may come back empty, and would then keep every repeat.
        counts.unavailable(String.valueOf(e.getMessage()));
        batch.await(backoff.after(attempt, e.retryAfter()));
      }
    }
    return false;
  }

  private void prepareAndWrite(String lines)
      throws StoreRefusedException, StoreUnavailableException {
    if (!isPrepared) {
      store.prepare();
      isPrepared = true;
    }
    store.write(lines);
    counts.available();
  }

  private void refuse(
      Batch batch, int line, String message, Map<ConsumerRecord<byte[], byte[]>, Refusal> refused) {
    counts.pointsRefused.inc();
    refused.merge(
        batch.origin(line),
        new Refusal(1, message),
        (one, other) -> new Refusal(one.points() + other.points(), one.message()));
  }

  private boolean send(Batch batch, List<KeyedReject> rejects) {
    for (int attempt = 0; !batch.isAbandoned(); attempt++) {
      try {
        rejectSender.send(rejects);
        return true;
      } catch (IOException e) {
        LOG.warn("{}; will try again", e.getMessage());
        batch.await(backoff.after(attempt, Duration.ZERO));
      }
    }
    return false;
  }
}

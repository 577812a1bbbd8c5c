package io.wattune.sinks.influx;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters behind {@link SinkStatus}. Thread safe. */
final class SinkCounts {
  private static final Logger LOG = LoggerFactory.getLogger(SinkCounts.class);

  final AtomicLong recordsRead = new AtomicLong();
  final AtomicLong recordsRejected = new AtomicLong();
  final AtomicLong recordsExpired = new AtomicLong();
  final AtomicLong pointsMade = new AtomicLong();
  final AtomicLong pointsWritten = new AtomicLong();
  final AtomicLong pointsRefused = new AtomicLong();
  final AtomicLong pointsReturned = new AtomicLong();
  final AtomicLong batches = new AtomicLong();
  final AtomicLong retries = new AtomicLong();
  final AtomicLong rebalances = new AtomicLong();
  final AtomicLong lagRecords = new AtomicLong();
  private volatile @Nullable String trouble;

  /** An attempt failed; the first one in a row is logged. */
  void unavailable(String message) {
    retries.incrementAndGet();
    if (trouble == null) {
      LOG.warn("{}; nothing is lost, will try again", message);
    }
    trouble = message;
  }

  /** An attempt succeeded. */
  void available() {
    if (trouble != null) {
      trouble = null;
      LOG.info("the store takes points again");
    }
  }

  boolean isUnavailable() {
    return trouble != null;
  }

  SinkStatus status() {
    return new SinkStatus(
        recordsRead.get(),
        recordsRejected.get(),
        recordsExpired.get(),
        pointsMade.get(),
        pointsWritten.get(),
        pointsRefused.get(),
        pointsReturned.get(),
        batches.get(),
        retries.get(),
        rebalances.get(),
        lagRecords.get(),
        trouble);
  }
}

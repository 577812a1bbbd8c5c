package io.wattune.dashboard.state;

/**
 * Rejects of one reason.
 *
 * @param reason the short code
 * @param count data that were rejected since this process looks
 * @param newestNanos when the newest was written to the topic, epoch nanoseconds
 */
public record RejectsNow(String reason, long count, long newestNanos) {
  RejectsNow and(RejectsNow more) {
    return new RejectsNow(reason, count + more.count, Math.max(newestNanos, more.newestNanos));
  }
}

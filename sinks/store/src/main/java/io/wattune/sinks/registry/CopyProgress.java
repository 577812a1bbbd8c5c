package io.wattune.sinks.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of the copies. Thread safe; times are of {@link System#nanoTime}. */
final class CopyProgress {
  /** More than these are more than one read: then others come faster than they are put out. */
  static final int ONE_READ = 2_000;

  private long copied;
  private long leftOut;
  private Map<String, Long> lag = Map.of();
  private @Nullable Long behindSince;
  private @Nullable String waitsFor;

  synchronized void copied(int records, int left) {
    copied += records;
    leftOut += left;
  }

  /** What is left in the topics after a read. */
  synchronized void read(Map<String, Long> lagByTopic, long nowNanos) {
    lag = new HashMap<>(lagByTopic);
    boolean keepsUp = lag.values().stream().mapToLong(Long::longValue).sum() <= ONE_READ;
    if (keepsUp) {
      behindSince = null;
    } else if (behindSince == null) {
      behindSince = nowNanos;
    }
  }

  /** Returns whether that is new. */
  synchronized boolean waitsFor(String what) {
    boolean isNew = !what.equals(waitsFor);
    waitsFor = what;
    return isNew;
  }

  /** It answers; returns whether it was waited for. */
  synchronized boolean answers(String what) {
    boolean wasWaitedFor = what.equals(waitsFor);
    if (wasWaitedFor) {
      waitsFor = null;
    }
    return wasWaitedFor;
  }

  synchronized RepublishStatus status(long nowNanos) {
    Long since = behindSince;
    return new RepublishStatus(
        copied,
        leftOut,
        lag,
        since == null ? Duration.ZERO : Duration.ofNanos(nowNanos - since),
        waitsFor);
  }
}

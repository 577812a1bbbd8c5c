package io.wattune.replay;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.Map;
import java.util.Optional;

/**
 * From the first to the last reading of a trace.
 *
 * @param startNanos time of the first poll that got a value
 * @param endNanos time of the last one; later
 */
record TraceSpan(long startNanos, long endNanos) {
  /** Id and name of the activity that spans a whole trace. */
  static final String ACTIVITY = "trace";

  /** Empty for a trace with fewer than two readings, which spans no time and so has no energy. */
  static Optional<TraceSpan> of(DeviceTrace trace) {
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int i = 0; i < trace.polls(); i++) {
      if (trace.values()[i] != PollBlock.MISSING) {
        // The first one counts as the first, later or not: what is not later than it is dropped.
        start = start == Long.MAX_VALUE ? trace.timesNanos()[i] : start;
        end = Math.max(end, trace.timesNanos()[i]);
      }
    }
    return end > start ? Optional.of(new TraceSpan(start, end)) : Optional.empty();
  }

  Activity activity(String device) {
    return new Activity(
        device, ACTIVITY, Book.SPAN, ACTIVITY, startNanos, endNanos, null, Map.of());
  }

  boolean overlaps(long fromNanos, long toNanos) {
    return fromNanos < endNanos && toNanos > startNanos;
  }
}

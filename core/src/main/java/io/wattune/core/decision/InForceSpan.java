package io.wattune.core.decision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was in force at a device from a time to another: from the read-back that showed it until the
 * next write, or until the newest read-back. Evidence about a configuration counts only for work
 * that was done inside such a span.
 *
 * @param activityName the activity name whose configuration it was; null for the default
 *     configuration
 * @param fromNanos epoch nanoseconds of the node's clock, after the read-back
 * @param toNanos epoch nanoseconds of the node's clock; not before {@code fromNanos}
 * @param values the value of each control that may be written, as read back
 */
public record InForceSpan(
    @Nullable String activityName, long fromNanos, long toNanos, List<InForceValue> values) {

  /** Most spans that an answer carries; of more the oldest are left out. */
  public static final int MOST = 128;

  public InForceSpan {
    values = List.copyOf(values);
    if (toNanos < fromNanos) {
      throw new IllegalArgumentException(
          "toNanos must not be before fromNanos, were " + toNanos + " and " + fromNanos);
    }
  }
}

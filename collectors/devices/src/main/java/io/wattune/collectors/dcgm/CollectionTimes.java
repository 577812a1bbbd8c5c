package io.wattune.collectors.dcgm;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * From when on an exporter's values count, which it does not say. It shows the means that DCGM
 * formed over an interval of its own (30 s unless configured otherwise), collects them at times of
 * its own, and shows the same ones on each page in between.
 *
 * <p>What is known: a page that shows other values than the one before was collected anew after
 * that one. Its mean ends with a sample that the page before did not have, and begins with the
 * sample of the change before, which no page before that change's had; that page in turn was
 * collected after the last page without the change before it. So the values are of the time after
 * the last page that did not show the values before those before: about three intervals back, at
 * any interval and whatever the phases of the three clocks. Where two collections gave the same
 * values a change is missed, and the bound only lies further back. Test: {@code
 * CollectionTimesTest}.
 */
final class CollectionTimes {
  private static final long NEVER = Long.MIN_VALUE;

  /** Times of the last pages before each of the newest changes, the newest first. */
  private final long[] before = {NEVER, NEVER, NEVER};

  private double[] shown = {};
  private long pageNanos = NEVER;

  /**
   * Takes the values of a page.
   *
   * @param values those that the exporter forms the mean of, in a fixed order; NaN where one is
   *     absent
   * @param askedNanos when the page was asked, after the one before
   * @return from when on they count, on the same clock; empty where they are those of the page
   *     before, or too few pages have been seen
   */
  OptionalLong since(double[] values, long askedNanos) {
    boolean isFirst = pageNanos == NEVER;
    boolean isNew = !isFirst && !Arrays.equals(values, shown);
    if (isNew) {
      before[2] = before[1];
      before[1] = before[0];
      before[0] = pageNanos;
    }
    shown = values.clone();
    pageNanos = askedNanos;
    return isNew && before[2] != NEVER ? OptionalLong.of(before[2]) : OptionalLong.empty();
  }
}

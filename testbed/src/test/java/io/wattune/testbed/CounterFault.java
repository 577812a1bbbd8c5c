package io.wattune.testbed;

/** What may go wrong with a device's energy counter. */
public sealed interface CounterFault {

  /** From when it goes wrong. */
  long fromNanos();

  /**
   * The counter stands still, and what the device takes meanwhile is never counted (an MI100's does
   * until the next boot).
   *
   * @param fromNanos when it stops
   * @param toNanos when it goes on
   */
  record Freeze(long fromNanos, long toNanos) implements CounterFault {
    public Freeze {
      if (toNanos <= fromNanos) {
        throw new IllegalArgumentException(
            "toNanos must be after fromNanos, was " + (fromNanos - toNanos) + " ns before it");
      }
    }
  }

  /**
   * The counter jumps back, and goes on from there.
   *
   * @param fromNanos when it jumps
   * @param joules by how much, above 0
   */
  record StepBack(long fromNanos, double joules) implements CounterFault {
    public StepBack {
      if (!(joules > 0 && joules < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("joules must be above 0, was " + joules);
      }
    }
  }

  /**
   * The counter begins again at 0, as when the driver is loaded anew.
   *
   * @param fromNanos when it begins
   */
  record Reset(long fromNanos) implements CounterFault {}
}

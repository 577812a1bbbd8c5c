package io.wattune.core.detect;

/**
 * An interval in which power was above what the device holds without work.
 *
 * @param startNanos epoch nanoseconds of the rise
 * @param startErrorSeconds its standard error
 * @param endNanos epoch nanoseconds of the fall, after the rise; {@link #RUNS} while it is not seen
 * @param endErrorSeconds its standard error; 0 while it is not seen
 */
public record DetectedLoad(
    long startNanos, double startErrorSeconds, long endNanos, double endErrorSeconds) {

  /** No fall has been seen. */
  public static final long RUNS = Long.MAX_VALUE;

  /** Whether the fall has been seen. */
  public boolean hasEnded() {
    return endNanos != RUNS;
  }
}

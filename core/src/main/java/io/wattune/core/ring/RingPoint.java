package io.wattune.core.ring;

/** What the ring knows at one time. Mutable: reused from one look-up to the next. */
public final class RingPoint {
  /** The running integral. */
  public final RunningIntegral integral = new RunningIntegral();

  /** The reading, interpolated, in watts. */
  public double watts;

  /** Start of the sample interval that the time lies in. */
  public long fromNanos;

  /** Its end; {@link Long#MAX_VALUE} behind the newest sample. */
  public long toNanos;
}

package io.wattune.core.power;

/**
 * The two newest samples of one device: true power of a sample needs the one after it. Mutable,
 * plain fields: the host keeps it; only {@link PowerCorrector} writes it.
 */
public final class PowerState {
  /** Samples taken. */
  public long samples;

  /** Time of the sample before the newest. */
  public long beforeNanos;

  /** Its value in watts. */
  public double beforeWatts;

  /** Time of the newest sample. */
  public long newestNanos;

  /** Its value in watts. */
  public double newestWatts;

  /** Whether the sensor was polled throughout between the two. */
  public boolean newestSeen;

  /** Mean powers since, of a sensor that averages over more than its update period. */
  public WindowState window = new WindowState();
}

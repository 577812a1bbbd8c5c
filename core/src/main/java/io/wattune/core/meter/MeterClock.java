package io.wattune.core.meter;

import java.util.Locale;

/**
 * How a meter's clock differs from that of the readings and activities: at {@code t} by the latter
 * the meter says {@code t + offset + drift (t - reference)}.
 *
 * @param referenceNanos middle of the edges that were compared
 * @param offsetSeconds how far the meter is ahead there
 * @param offsetErrorSeconds standard error of the offset, the time between the start of an activity
 *     and its power's rise included
 * @param drift how much faster the meter's clock runs, as a fraction
 * @param driftError standard error of the drift; 0 where none could be determined
 * @param edges starts of activities that were compared
 */
public record MeterClock(
    long referenceNanos,
    double offsetSeconds,
    double offsetErrorSeconds,
    double drift,
    double driftError,
    int edges) {

  /** Below this an offset may as well be the time that a load takes to begin. */
  private static final double LEAST_OFFSET_SECONDS = 0.001;

  /** Two quartz clocks that were not compared run apart by about this. */
  private static final double UNKNOWN_DRIFT = 5e-5;

  /** A drift of fewer errors than this is none. */
  private static final double SURE = 3;

  /** Clocks that were not compared, and are taken to agree. */
  public static MeterClock unknown(double errorSeconds) {
    return new MeterClock(0, 0, errorSeconds, 0, 0, 0);
  }

  /** Whether the meter's clock is off by more than what activities and chance explain. */
  public boolean isOff() {
    return Math.abs(offsetSeconds) > LEAST_OFFSET_SECONDS + 2 * offsetErrorSeconds || hasDrift();
  }

  private boolean hasDrift() {
    return driftError > 0 && Math.abs(drift) > SURE * driftError;
  }

  /**
   * How far the two clocks wander about their fitted difference, in seconds of standard deviation
   * over a time.
   */
  double wanderSeconds(double spanSeconds) {
    double rate = driftError > 0 ? driftError : UNKNOWN_DRIFT;
    return rate * spanSeconds / Math.sqrt(12);
  }

  /** What the meter saw, by the clock of the readings; the same trace where that is not off. */
  public MeterTrace corrected(MeterTrace meter) {
    return isOff() ? meter.mapped(this::readingsNanos) : meter;
  }

  private long readingsNanos(long meterNanos) {
    double rate = hasDrift() ? drift : 0;
    double since = meterNanos - referenceNanos;
    return meterNanos - Math.round((offsetSeconds * 1e9 + rate * since) / (1 + rate));
  }

  /** For people. */
  public String sentence() {
    if (edges == 0) {
      return "no start of an activity shows in the meter: its clock is taken as it is";
    }
    String offset =
        String.format(
            Locale.ROOT, "%+.1f ms (+- %.1f ms)", offsetSeconds * 1e3, offsetErrorSeconds * 1e3);
    String rate =
        driftError > 0
            ? String.format(
                Locale.ROOT, " and %+.0f ppm (+- %.0f ppm)", drift * 1e6, driftError * 1e6)
            : ", its drift could not be determined";
    return "the meter's clock is ahead by %s%s, from the starts of %s%s%s"
        .formatted(
            offset,
            rate,
            edges,
            edges == 1 ? " activity" : " activities",
            isOff()
                ? "; this was taken out"
                : "; within what a load's start explains, left as it is");
  }
}

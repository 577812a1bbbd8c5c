package io.wattune.core.meter;

import java.util.Locale;

/**
 * What a node takes beside the sum of its devices: {@code node = offset + gain * sum}. The gain
 * holds the loss of the power supply and the gains of the devices' own sensors, the offset what no
 * device counts: fans, boards, memory. Errors are one standard deviation each; gain and offset are
 * anticorrelated, so that the error of a power has their covariance in it.
 *
 * @param gain node power per power of its devices
 * @param gainError error of the gain
 * @param offsetWatts node power without its devices
 * @param offsetErrorWatts error of the offset
 * @param covarianceWatts covariance of gain and offset
 * @param noiseWatts standard deviation of one reading about the line
 * @param points readings of the meter
 * @param lowWatts lowest sum: the line holds from here
 * @param highWatts highest sum: to here
 */
public record NodeFit(
    double gain,
    double gainError,
    double offsetWatts,
    double offsetErrorWatts,
    double covarianceWatts,
    double noiseWatts,
    int points,
    double lowWatts,
    double highWatts) {

  public NodeFit {
    if (!Double.isFinite(gain + gainError + offsetWatts + offsetErrorWatts + noiseWatts)) {
      throw new IllegalArgumentException(
          "all numbers must be finite, were gain %s +- %s, offset %s +- %s"
              .formatted(gain, gainError, offsetWatts, offsetErrorWatts));
    }
  }

  /** The fit for people. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "node = %.1f W (+- %.1f W) + %.4f (+- %.4f) x sum of its devices, from %d readings between"
            + " %.1f W and %.1f W",
        offsetWatts,
        offsetErrorWatts,
        gain,
        gainError,
        points,
        lowWatts,
        highWatts);
  }
}

package io.wattune.core.decision;

import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a guard by temperature knew when it had a say.
 *
 * @param limitCelsius the temperature below which the device is kept
 * @param now the temperature at the device's sensor; null while it is not known
 * @param statedErrorKelvin by how much the device may be above the limit until the next decision
 *     can be in force, whatever begins to run; null while that is not bounded
 * @param doubt why the temperature may not be relied on
 */
public record HeatGuard(
    double limitCelsius,
    @Nullable Prediction now,
    @Nullable Double statedErrorKelvin,
    SensorDoubt doubt) {

  public HeatGuard {
    if (!Double.isFinite(limitCelsius)) {
      throw new IllegalArgumentException("limitCelsius must be finite, was " + limitCelsius);
    }
    if (now != null && !(Double.isFinite(now.celsius()) && now.standardError() >= 0)) {
      throw new IllegalArgumentException(
          "a temperature must be finite and its error not negative, were " + now);
    }
    if (statedErrorKelvin != null && !(statedErrorKelvin >= 0 && statedErrorKelvin < 1e6)) {
      throw new IllegalArgumentException(
          "statedErrorKelvin must be between 0 and a million, was " + statedErrorKelvin);
    }
  }

  /** It in sentences. */
  public String words() {
    if (doubt != SensorDoubt.NONE) {
      return "The temperature " + doubt.words() + ": lowest settings.";
    }
    String known =
        now == null
            ? "Its temperature is not known yet."
            : String.format(
                Locale.ROOT,
                "%.1f +- %.1f C by its own sensor when that was decided.",
                now.celsius(),
                now.standardError());
    return known
        + (statedErrorKelvin == null
            ? " How far it may be above is not bounded."
            : String.format(
                Locale.ROOT,
                " Until the next decision it is above by %.1f K at most, whatever begins to run.",
                statedErrorKelvin));
  }
}

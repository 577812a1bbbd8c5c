package io.wattune.dashboard.api;

import io.wattune.core.decision.HeatGuard;
import io.wattune.core.thermal.sensor.Prediction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a guard by temperature knew; {@code what} says it in words. */
record HeatGuardAnswer(
    double limitCelsius,
    @Nullable Double celsius,
    @Nullable Double errorCelsius,
    @Nullable Double statedErrorKelvin,
    String doubt,
    String what) {

  static HeatGuardAnswer of(HeatGuard heat) {
    Prediction now = heat.now();
    return new HeatGuardAnswer(
        heat.limitCelsius(),
        now == null ? null : now.celsius(),
        now == null ? null : now.standardError(),
        heat.statedErrorKelvin(),
        heat.doubt().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        heat.words());
  }
}

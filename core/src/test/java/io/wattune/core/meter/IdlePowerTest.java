package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A point at idle, against sensors whose gain and offset are drawn from what is assumed. */
class IdlePowerTest {
  private static final SensorProfile PRIOR = ProfileChoice.prior("node/GPU-0", "power.draw");

  private static double errorAt(SensorProfile profile, double y) {
    double gain = profile.gainError() * y;
    double offset = profile.offsetErrorWatts();
    return Math.sqrt(gain * gain + 2 * profile.gainOffsetCovarianceWatts() * y + offset * offset);
  }

  private static double trueWatts(SensorProfile profile, double y) {
    return profile.gain() * y + profile.offsetWatts();
  }

  /** 18 W of idle power that the sensor does not see: as on one of four recorded cards. */
  @Test
  void idleIsWhatWasGivenAndTheGainStays() {
    SensorProfile learned = new IdlePower(70, 3, 51.8).applied(PRIOR);

    assertThat(trueWatts(learned, 51.8)).isCloseTo(70, within(3.0));
    assertThat(errorAt(learned, 51.8)).isLessThan(3);
    assertThat(learned.gain()).isCloseTo(1, within(0.04));
    assertThat(learned.gainError()).isCloseTo(PRIOR.gainError(), within(0.005));
    assertThat(learned.source()).isEqualTo(ProfileSource.PRIOR);
  }

  @Test
  void statedErrorsHold() {
    Random random = Seeds.random(7);
    int within = 0;
    int tries = 2000;
    for (int i = 0; i < tries; i++) {
      double gain = 1 + PRIOR.gainError() * random.nextGaussian();
      double offset = PRIOR.offsetErrorWatts() * random.nextGaussian();
      double idle = 20 + 60 * random.nextDouble();
      double at = idle + 400 * random.nextDouble();
      double given = gain * idle + offset + 4 * random.nextGaussian();
      SensorProfile learned = new IdlePower(given, 4, idle).applied(PRIOR);
      double off = trueWatts(learned, at) - gain * at - offset;
      within += Math.abs(off) <= 2 * errorAt(learned, at) ? 1 : 0;
    }
    // 95.4 % of normal errors; 0.5 % is one standard deviation of the count.
    assertThat((double) within / tries).isBetween(0.94, 0.97);
  }

  /** An offset that was not thought possible is taken, and not drawn back to what was assumed. */
  @Test
  void aPointFarOffIsBelieved() {
    SensorProfile learned = new IdlePower(130, 2, 40).applied(PRIOR);

    assertThat(trueWatts(learned, 40)).isCloseTo(130, within(2.0));
  }

  @Test
  void theIdleReadingIsTheLowestThatLasts() {
    int n = 3000;
    long[] times = new long[n];
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      times[i] = i * 10_000_000L;
      // Idle for ten seconds, a load of ten, idle again; a value that is missing, one that is 0.
      values[i] = i >= 1000 && i < 2000 ? 300_000 : i == 500 ? PollBlock.MISSING : 52_000;
    }
    values[2500] = 0;

    IdlePower idle = IdlePower.of(70, 3, times, values, PowerUnit.MILLIWATTS);

    assertThat(idle.sensorWatts()).isCloseTo(52, within(0.3));
    assertThat(IdlePower.of(70, 3, new long[1], new int[1], PowerUnit.MILLIWATTS).isUsable())
        .isFalse();
  }
}

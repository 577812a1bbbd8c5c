package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.serving.SettingTrial.TrialResult;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTrialTest {
  private static final double IDLE = 60;
  private static final double OF_REQUEST = 0.5;

  /** Power of a line, with noise, less some of it at the setting that is tried. */
  private static TrialResult run(Random random, double less, boolean isBursty) {
    var trial = new SettingTrial();
    while (trial.verdict() == TrialResult.OPEN) {
      double rate = isBursty ? 100 * random.nextDouble() : 50 + 3 * random.nextGaussian();
      double watts = (IDLE + OF_REQUEST * rate) * (1 + 0.01 * random.nextGaussian());
      trial.add(rate, trial.isTrialNext() ? watts - less : watts);
    }
    return trial.verdict();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTakesLessPowerIsFoundWhateverRequestsCome(boolean isBursty) {
    int found = 0;
    for (int seed = 0; seed < 200; seed++) {
      found += run(new Random(seed), 8, isBursty) == TrialResult.LOWER ? 1 : 0;
    }
    // A tenth less, with noise of a hundredth: all but a few.
    assertThat(found).isGreaterThan(190);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTakesAsMuchOrMoreIsNot(boolean isBursty) {
    int found = 0;
    for (int seed = 0; seed < 500; seed++) {
      found += run(new Random(seed), seed % 2 == 0 ? 0 : -3, isBursty) == TrialResult.LOWER ? 1 : 0;
    }
    // Several looks at three standard errors; what is found must be a hundredth, too.
    assertThat(found).isLessThan(25);
  }

  /** A power that falls by itself, as of a GPU that cools, is nobody's doing. */
  @Test
  void anEvenDriftIsNotTakenForTheSetting() {
    var trial = new SettingTrial();
    for (int i = 0; i < 8; i++) {
      trial.add(50, 100 - i);
    }
    assertThat(trial.share()).isZero();
  }

  /** Where the rate alone changed with the setting, nothing can be told. */
  @Test
  void aRateThatGoesWithTheSettingSaysNothing() {
    var trial = new SettingTrial();
    for (int i = 0; i < SettingTrial.MOST; i++) {
      boolean isTrial = trial.isTrialNext();
      trial.add(isTrial ? 10 : 20, isTrial ? 70 : 90);
    }
    assertThat(trial.verdict()).isEqualTo(TrialResult.NOT_LOWER);
  }
}

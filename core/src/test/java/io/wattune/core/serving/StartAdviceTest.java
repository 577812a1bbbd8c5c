package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StartAdviceTest {
  private static final MeasuredProfile.Row FAST =
      new MeasuredProfile.Row(1000, 60, 0.010, 100, 40, 0.001, 0.1);
  private static final MeasuredProfile.Row SLOW =
      new MeasuredProfile.Row(500, 60, 0.018, 50, 20, 0.0018, 0.1);

  private static String after(int limit, double rate, double objectiveSeconds, int minutes) {
    var random = new Random(1);
    var table =
        new ServingTable(
            new MeasuredProfile(
                "m", 0, new MeasuredProfile.Batches(limit, 8, 0), List.of(FAST, SLOW)),
            QueueModel.drawn(Arrivals.RANDOM, 0, random::nextDouble, random::nextGaussian));
    var advice = new StartAdvice(table, null, table.profile(), objectiveSeconds);
    List<ServingSetting> settings =
        List.of(new ServingSetting(500, 60, limit), new ServingSetting(1000, 60, limit));
    for (int look = 0; look < 120 * minutes; look++) {
      advice.saw(rate, 0.5, settings, 1);
    }
    return advice.text();
  }

  /** 60 a second need the high clock one at a time, and eight at once go at the low one. */
  @Test
  void aLimitThatTakesLessPowerIsAdvisedAfterAMinute() {
    assertThat(after(1, 60, 0.06, 0)).isEmpty();
    assertThat(after(1, 60, 0.06, 1))
        .contains("; a batch limit of ", " at its next start, in place of 1, would take ")
        .contains("less power");
  }

  @Test
  void aLimitThatKeepsTheObjectiveIsAdvisedWhereTheOwnOneDoesNot() {
    assertThat(after(1, 150, 0.06, 1)).contains("in place of 1, would keep that");
  }

  @Test
  void whatIsAsGoodIsNotAdvised() {
    assertThat(after(8, 80, 0.06, 1)).isEmpty();
    assertThat(after(8, 5, 0.06, 3)).isEmpty();
  }
}

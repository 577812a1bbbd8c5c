package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellFitTest {

  @Test
  void exactPointsGiveTheirCoefficients() {
    double[][] rates = {{1, 0, 0}, {1, 2, 0}, {1, 0, 3}, {1, 1, 1}, {1, 2, 3}, {1, 3, 1}};
    double[] watts = new double[rates.length];
    for (int i = 0; i < watts.length; i++) {
      watts[i] = 20 + 5 * rates[i][1] + 7 * rates[i][2];
    }

    CellFit.Fitted fitted = CellFit.of(rates, watts, new double[watts.length], null).orElseThrow();

    // The points are exact, so that only rounding is left.
    assertThat(fitted.joules()).containsExactly(new double[] {20, 5, 7}, within(1e-6));
  }

  @Test
  void twoErrorsHoldTheTruthHoweverFewThePointsAre() {
    var random = new Random(1);
    int all = 0;
    int within = 0;
    for (int trial = 0; trial < 1000; trial++) {
      int columns = 2 + random.nextInt(4);
      int points = columns + 1 + random.nextInt(12);
      double[] truth = new double[columns];
      Arrays.setAll(truth, j -> 40 * random.nextDouble());
      double[][] rates = new double[points][columns];
      double[] watts = new double[points];
      double missed = 5 * random.nextDouble();
      for (int i = 0; i < points; i++) {
        for (int j = 0; j < columns; j++) {
          rates[i][j] = j == 0 ? 1 : random.nextDouble();
          watts[i] += truth[j] * rates[i][j];
        }
        watts[i] += missed * random.nextGaussian();
      }
      CellFit.Fitted fitted = CellFit.of(rates, watts, new double[points], null).orElseThrow();
      for (int j = 0; j < columns; j++) {
        double error = Math.sqrt(fitted.covariances()[j][j]);
        all++;
        within += Math.abs(fitted.joules()[j] - truth[j]) <= 2 * error ? 1 : 0;
      }
    }
    assertThat((double) within / all).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void oneWildPointOfTwentyMovesLittle() {
    var random = new Random(2);
    double[][] rates = new double[20][2];
    double[] watts = new double[20];
    for (int i = 0; i < 20; i++) {
      rates[i] = new double[] {1, i / 20.0};
      watts[i] = 30 + 50 * rates[i][1] + 0.5 * random.nextGaussian();
    }
    watts[18] += 60;

    double robust = CellFit.of(rates, watts, new double[20], null).orElseThrow().joules()[1];

    // Least squares would be off by 60 W times the point's leverage on the slope, 0.45 / 1.66.
    assertThat(robust).isCloseTo(50, within(4.0));
  }

  @Test
  void withoutMeasurementsOfAComponentWhatWasKnownStays() {
    double[][] rates = {{1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 3, 0}};
    double[] watts = {20, 30, 40, 50};
    var prior = new CellFit.CellPrior(new double[] {25, 11, 3}, new double[] {100, 100, 1});

    CellFit.Fitted fitted = CellFit.of(rates, watts, new double[4], prior).orElseThrow();

    assertThat(fitted.joules()[1]).isCloseTo(10, within(0.5)); // half of its error
    assertThat(fitted.joules()[2]).isCloseTo(3, within(1e-9));
    // Its variance of 1, with what Student's quantile adds.
    assertThat(fitted.covariances()[2][2]).isBetween(1.0, 3.0);
  }

  /** Table of Student's distribution: 95.45 % within so many errors. */
  @Test
  void studentsQuantileIsThatOfTables() {
    assertThat(CellFit.studentAtTwo(3)).isCloseTo(3.307, within(0.03));
    assertThat(CellFit.studentAtTwo(5)).isCloseTo(2.649, within(0.01));
    assertThat(CellFit.studentAtTwo(10)).isCloseTo(2.284, within(0.01));
    assertThat(CellFit.studentAtTwo(1000)).isCloseTo(2.0025, within(0.001));
  }
}

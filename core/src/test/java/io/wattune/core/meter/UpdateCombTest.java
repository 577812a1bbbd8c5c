package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Updates at known times, seen through polls. */
class UpdateCombTest {
  private static final long START = 1_700_000_000_000_000_000L;

  /**
   * Through polls 7 to 20 ms apart, of updates 25 to 200 ms apart, estimated within 20 %. Polls
   * that happen to fall in step with the sensor for a while, one draw in seventy, do worse.
   */
  @Test
  void placesUpdatesFarBetterThanPollsDo() {
    int worse = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = Seeds.random(seed);
      double period = 0.025 * Math.pow(8, random.nextDouble());
      double polls = 0.007 + 0.013 * random.nextDouble();
      Seen seen = seen(period, polls, 400, random);

      UpdateComb comb = seen.comb(period * (0.8 + 0.4 * random.nextDouble()));

      worse += seen.rmsSeconds(comb) > 0.0015 ? 1 : 0;
      assertThat(seen.rmsSeconds(comb)).as("seed %s", seed).isLessThan(0.005);
      assertThat(comb.periodSeconds()).isBetween(period * 0.99, period * 1.01);
    }
    assertThat(worse).isLessThanOrEqualTo(4);
  }

  @Test
  void leavesTimesWithoutACombInTheMiddle() {
    Random random = Seeds.random(1);
    long[] from = new long[200];
    long[] to = new long[200];
    double t = 0;
    for (int i = 0; i < from.length; i++) {
      t += 0.05 + 0.1 * random.nextDouble();
      from[i] = START + Math.round(t * 1e6) * 1000;
      to[i] = from[i] + 20_000_000L;
    }

    UpdateComb comb = UpdateComb.of(from, to, 0.1);

    assertThat(comb.periodSeconds()).isEqualTo(0.1);
    assertThat(comb.errorSeconds()).isBetween(0.0057, 0.0058);
    for (int i = 0; i < from.length; i++) {
      assertThat(comb.timesNanos()[i]).isEqualTo(from[i] + 10_000_000L);
    }
  }

  @Test
  void leavesAValueThatCameOutOfTurnWhereItWasSeen() {
    Random random = Seeds.random(2);
    Seen seen = seen(0.1, 0.01, 100, random);
    seen.from[50] -= 40_000_000L;
    seen.to[50] -= 40_000_000L;

    UpdateComb comb = seen.comb(0.1);

    assertThat(comb.timesNanos()[50]).isBetween(seen.from[50], seen.to[50]);
    assertThat(Math.abs(comb.timesNanos()[51] - seen.truth[51])).isLessThan(2_000_000L);
  }

  @Test
  void takesAnything() {
    assertThat(UpdateComb.of(new long[0], new long[0], 0.1).timesNanos()).isEmpty();
    assertThat(UpdateComb.of(new long[] {5}, new long[] {9}, 0.1).timesNanos()).hasSize(1);
  }

  private record Seen(long[] from, long[] to, long[] truth) {
    UpdateComb comb(double roughSeconds) {
      return UpdateComb.of(from, to, roughSeconds);
    }

    double rmsSeconds(UpdateComb comb) {
      double squares = 0;
      for (int i = 0; i < truth.length; i++) {
        double off = (comb.timesNanos()[i] - truth[i]) * 1e-9;
        squares += off * off / truth.length;
      }
      return Math.sqrt(squares);
    }
  }

  private static Seen seen(double period, double polls, int updates, Random random) {
    var seen = new Seen(new long[updates], new long[updates], new long[updates]);
    double phase = period * random.nextDouble();
    double poll = 0;
    for (int i = 0; i < updates; i++) {
      double update = phase + i * period;
      double before = poll;
      while (poll < update) {
        before = poll;
        poll += polls * (1 + 0.15 * random.nextDouble());
      }
      seen.truth[i] = START + Math.round(update * 1e9);
      seen.from[i] = START + Math.round(before * 1e6) * 1000;
      seen.to[i] = START + Math.round(poll * 1e6) * 1000;
    }
    return seen;
  }
}

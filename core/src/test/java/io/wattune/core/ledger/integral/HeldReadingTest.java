package io.wattune.core.ledger.integral;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A driver that renews a window of a second ten times a second, and once a second from some time
 * after the load on. What it shows then is the mean of that window, or of one that has grown.
 */
class HeldReadingTest {
  private static final double NOISE = 0.2;
  private static final int TRACES = 40;
  private static final int WINDOWS = 8;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void theWindowsOfADriverThatSlowsDownLieWithinTwoErrors(double grownBy) {
    int within = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      Trace trace = new Trace(seed, grownBy);
      for (int i = 0; i < WINDOWS; i++) {
        within += Math.abs(trace.off(i)) <= 2 * trace.run.errorJoules("x" + i) ? 1 : 0;
      }
    }
    assertThat(within).isGreaterThanOrEqualTo((int) (0.9 * TRACES * WINDOWS));
  }

  /** Where power is steady again little can hide behind a reading that stands still. */
  @Test
  void steadyPowerStaysWellKnown() {
    for (int seed = 0; seed < TRACES; seed++) {
      Trace trace = new Trace(seed, 0);
      assertThat(trace.run.errorJoules("x" + (WINDOWS - 1))).as("seed %d", seed).isLessThan(2);
    }
  }

  /** A load, and windows of a second from its end on. */
  private static final class Trace {
    final LedgerRun run = LedgerRun.given(Profiles.boxcar(1, 0.01, 0.1, 0.002, NOISE));
    private final PowerTrace power;
    private final double end;

    Trace(long seed, double grownBy) {
      Random random = Seeds.random(seed);
      power = PowerTrace.from(60).hold(8).level(200 + 100 * random.nextDouble(), 5);
      end = power.seconds();
      power.level(80 + 40 * random.nextDouble(), 1 + random.nextDouble()).level(60, 12);
      double slowFrom = end + random.nextDouble();
      run.take(polls(slowFrom, 1 + grownBy, seed));
      for (int i = 0; i < WINDOWS; i++) {
        run.span("x" + i, end + i, end + i + 1);
      }
      run.end();
    }

    double off(int i) {
      return run.joules("x" + i) - power.joules(end + i, end + i + 1);
    }

    private Polls polls(double slowFrom, double slowWindow, long seed) {
      Response quick = Response.boxcar(1);
      Response slow = Response.boxcar(slowWindow);
      Random noise = Seeds.random(~seed);
      var polls = new Polls.Builder();
      double next = 0.037;
      int value = 60_000;
      for (double t = 0; t < power.seconds(); t += 0.01) {
        if (t >= next) {
          Response response = next < slowFrom + 0.1 ? quick : slow;
          double watts = response.at(power, next) + NOISE * noise.nextGaussian();
          value = (int) Math.round(1000 * watts);
          next += next < slowFrom ? 0.1 : 1;
        }
        polls.add(Sensor.nanos(t), value);
      }
      return polls.build();
    }
  }
}

package io.wattune.testbed.cofris;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.serving.Arrivals;
import io.wattune.core.serving.ServingPolicy;
import io.wattune.core.serving.ServingSetting;
import io.wattune.testbed.cofris.CofrisRuns.Case;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.ServerModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerRunTest {
  private static final ServerModel ALBERT = InferenceServer.model("albert");
  private static final CofrisRuns RUNS = new CofrisRuns(1);

  /** A half of the largest rate, evenly, on the whole GPU: nothing waits. */
  @Test
  void aSteadyLoadTakesWhatItsParsTake() {
    var load = new LoadShape("half", new double[] {0.5});
    var of = new Case(load, Arrivals.EVEN, 2);
    SimulatedProfile profile = RUNS.profile(ALBERT, Gating.NONE, false);
    ServingSetting whole = profile.baseline();
    ServerRun.Outcome outcome = RUNS.of(ALBERT, ScalingPolicy.BASELINE, of);

    double busy = 0.5 * LoadShape.FULL;
    double watts = busy * profile.busyWatts(whole) + (1 - busy) * profile.waitingWatts(whole);
    // The number of requests is whole, and the spread's mean is 0 within 0.1 %.
    assertThat(outcome.watts()).isCloseTo(watts, within(0.002 * watts));
    assertThat(outcome.requests()).isCloseTo((int) (900 * 0.5 * RUNS.fullRate(ALBERT)), within(2));
    // 1.645 deviations of 3 %; chance of the percentile is a twentieth of a deviation.
    double tail = 1.049 * profile.seconds(whole);
    assertThat(outcome.tail()).isCloseTo(tail, within(0.003 * tail));
    assertThat(outcome.units()).isCloseTo(60, within(1e-9));
  }

  /** Units that are out of use while nothing is served save power and cost a mask. */
  @Test
  void parkingSavesBetweenRequests() {
    double[] requests =
        new LoadShape("low", new double[] {0.1}).requests(RUNS.fullRate(ALBERT), Arrivals.EVEN, 1);
    var open = RUNS.profile(ALBERT, Gating.UNIT, false);
    var parked = RUNS.profile(ALBERT, Gating.UNIT, true);
    ServingPolicy policy =
        new ServingPolicy() {
          @Override
          public ServingSetting next(io.wattune.core.serving.ServingPoll poll) {
            return open.baseline();
          }

          @Override
          public boolean isParking() {
            return true;
          }
        };

    ServerRun.Outcome without =
        ServerRun.of(
            open, ServingPolicy.unchanged(open.baseline()), requests, CofrisRuns.STEADY, 1);
    ServerRun.Outcome with = ServerRun.of(parked, policy, requests, CofrisRuns.STEADY, 1);

    assertThat(with.watts()).isLessThan(0.6 * without.watts());
    assertThat(with.tail() - without.tail()).isBetween(1e-5, 5e-5);
  }

  /** Loads that nobody saw before: steps of ten times, evenly and at random. */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void noDrawnLoadMissesTheObjective(long seed) {
    LoadShape load = LoadShape.drawn("drawn", seed);
    for (Arrivals arrivals : Arrivals.values()) {
      for (double objective : new double[] {1.25, 2}) {
        var of = new Case(load, arrivals, objective);
        assertThat(RUNS.misses(ScalingPolicy.COFRIS_CU, of))
            .as("%s %s", arrivals, objective)
            .isZero();
        assertThat(RUNS.power(ScalingPolicy.COFRIS_CU, of)).isLessThan(0.8);
      }
    }
  }

  /**
   * Even loads that nothing was chosen by: levels of 2 to 40 s, tenfold ones among them, and loads
   * that step each second and each ten, which no ten minutes' allowance pays for.
   */
  @Tag("nightly")
  @Test
  void theJointPolicyIsBelowCofrisOnEvenLoadsAndMissesNone() {
    double below = 0;
    for (long seed = 3001; seed <= 3004; seed++) {
      var of = new Case(LoadShape.drawn("drawn", seed), Arrivals.EVEN, 2);
      assertThat(RUNS.misses(ScalingPolicy.JOINT, of)).as("%d", seed).isZero();
      below += RUNS.power(ScalingPolicy.COFRIS_CU, of) - RUNS.power(ScalingPolicy.JOINT, of);
    }
    // 0.060 on average of 40 loads, 0.043 to 0.090.
    assertThat(below / 4).isGreaterThan(0.045);
    for (int seconds : new int[] {1, 10}) {
      double[] levels = new double[900 / seconds];
      for (int at = 0; at < levels.length; at++) {
        levels[at] = at % 2 == 0 ? 0.1 : 1;
      }
      var of = new Case(new LoadShape("steps", levels), Arrivals.EVEN, 2);
      assertThat(RUNS.misses(ScalingPolicy.JOINT, of)).as("%d s", seconds).isZero();
    }
  }

  @Tag("long")
  @Test
  void theSameSeedHasTheSameAnswer() {
    var of = new Case(LoadShape.drawn("drawn", 5), Arrivals.RANDOM, 2);

    assertThat(new CofrisRuns(1).of(ALBERT, ScalingPolicy.COFRIS_CU, of))
        .isEqualTo(RUNS.of(ALBERT, ScalingPolicy.COFRIS_CU, of));
    assertThat(new CofrisRuns(2).of(ALBERT, ScalingPolicy.COFRIS_CU, of))
        .isNotEqualTo(RUNS.of(ALBERT, ScalingPolicy.COFRIS_CU, of));
  }
}

package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RateTableTest {
  private static final TestServer SERVER = TestServer.SERVER;
  private static final double SECONDS = SERVER.seconds(SERVER.baseline());
  private static final double FULL = 0.8 / SECONDS;

  /** Each step against a search through all settings. */
  @ParameterizedTest
  @EnumSource(Arrivals.class)
  void eachStepHasTheLeastPowerThatHoldsTheObjective(Arrivals arrivals) {
    var queue = TestServer.queue(arrivals, 0.03);
    double objective = 2 * queue.tailSeconds(SERVER, SERVER.baseline(), FULL);
    List<ServingSetting> all = JointPolicy.settings(SERVER, 1);
    RateTable table = RateTable.of(SERVER, all, queue, FULL, objective);

    for (int step = 1; step <= RateTable.STEPS; step++) {
      double rate = FULL * step / RateTable.STEPS;
      ServingSetting chosen = table.at(rate);
      assertThat(queue.tailSeconds(SERVER, chosen, rate)).isLessThanOrEqualTo(objective);
      double least =
          all.stream()
              // What the table keeps of the objective.
              .filter(each -> queue.tailSeconds(SERVER, each, rate) <= 0.95 * objective)
              .mapToDouble(each -> RateTable.watts(SERVER, queue, each, rate))
              .min()
              .orElseThrow();
      assertThat(RateTable.watts(SERVER, queue, chosen, rate)).isEqualTo(least);
    }
    assertThat(RateTable.watts(SERVER, queue, table.at(0), 0))
        .isLessThan(0.7 * SERVER.waitingWatts(SERVER.baseline()));
  }

  @ParameterizedTest
  @EnumSource(Arrivals.class)
  void beyondWhatCanBeServedItIsTheFastest(Arrivals arrivals) {
    var queue = TestServer.queue(arrivals, 0.03);
    RateTable table =
        RateTable.of(SERVER, JointPolicy.settings(SERVER, 1), queue, 3 * FULL, 20 * SECONDS);

    ServingSetting fastest = table.at(5 * FULL);
    assertThat(SERVER.seconds(fastest)).isEqualTo(SECONDS);
    assertThat(table.at(3 * FULL)).isEqualTo(fastest);
  }
}

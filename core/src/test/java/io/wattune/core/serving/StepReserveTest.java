package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepReserveTest {
  private static final TestServer SERVER = TestServer.SERVER;
  private static final ServingSetting FASTEST = SERVER.baseline();
  private static final ServingSetting SLOW = new ServingSetting(900, 20, 1);
  private static final double OBJECTIVE = 0.1;
  private static final double REACTION = 0.5;

  private static final QueueModel QUEUE = TestServer.queue(Arrivals.EVEN, 0.03);

  private static StepReserve reserve() {
    return new StepReserve(SERVER, FASTEST, QUEUE, OBJECTIVE);
  }

  /** Requests that come evenly from the step on, one after another, until none waits. */
  private static int late(ServingSetting setting, double after, double reaction) {
    double free = 0;
    int late = 0;
    int waited = 0;
    for (int i = 0; waited < 100; i++) {
      double at = i / after;
      double start = Math.max(free, at);
      free = start + SERVER.seconds(start < reaction ? setting : FASTEST);
      late += free - at > OBJECTIVE ? 1 : 0;
      waited = start == at ? waited + 1 : 0;
    }
    return late;
  }

  /** Against a queue: the stream is continuous, requests are whole. */
  @ParameterizedTest
  @CsvSource({"900,10,40,1", "900,10,70,1", "900,20,60,0.5", "1200,12,70,2", "900,10,30,0.3"})
  void whatAStepMakesLateIsThatOfAQueue(int megaHertz, int units, double after, double reaction) {
    var setting = new ServingSetting(megaHertz, units, 1);
    double inQueue = late(setting, after, reaction);

    assertThat(inQueue).isPositive();
    // The one that is being served at the change ends slowly: that many come meanwhile, and again
    // while what they wait for is caught up with.
    double fastestBusy = after * SERVER.seconds(FASTEST);
    double onTheWay = after * SERVER.seconds(setting) / (1 - fastestBusy) + 1;
    assertThat(reserve().late(setting, after, reaction)).isCloseTo(inQueue, within(onTheWay));
  }

  @Test
  void aSettingThatKeepsUpMakesNoneLate() {
    assertThat(reserve().late(SLOW, 0.99 / SERVER.seconds(SLOW), REACTION)).isZero();
    assertThat(reserve().late(FASTEST, 80, REACTION)).isZero();
  }

  /** In the beginning there is room for nothing; after some minutes for a step that never came. */
  @Test
  void aLoadThatDoesNotStepMayBeServedSlowlyAfterAWhile() {
    StepReserve reserve = reserve();
    double rate = 8;
    double cost = reserve.late(SLOW, 80, REACTION);
    assertThat(reserve.covers(SLOW, rate, REACTION)).isFalse();
    assertThat(reserve.covers(FASTEST, rate, REACTION)).isTrue();

    int looks = 0;
    while (looks < 1200 && !reserve.covers(SLOW, rate, REACTION)) {
      reserve.saw(rate, rate / 2, 0);
      looks++;
    }
    // 3 of 100 requests of all that was seen.
    assertThat(0.03 * rate / 2 * looks).isCloseTo(cost, within(0.03 * rate / 2));
    assertThat(looks).isLessThan(1200);
  }

  /** A step that came is to be within what a minute has room for, until ten minutes have passed. */
  @Test
  void aLoadThatSteppedIsReckonedWithForTenMinutes() {
    StepReserve reserve = reserve();
    for (int i = 0; i < 1200; i++) {
      reserve.saw(8, 4, 0);
    }
    assertThat(reserve.covers(SLOW, 8, REACTION)).isTrue();
    reserve.saw(80, 40, 0);
    for (int i = 1; i < 1200; i++) {
      reserve.saw(8, 4, 0);
      assertThat(reserve.covers(SLOW, 8, REACTION)).isFalse();
    }
    reserve.saw(8, 4, 0);
    assertThat(reserve.covers(SLOW, 8, REACTION)).isTrue();
  }

  /** Late requests use up what a step might have cost. */
  @Test
  void lateRequestsAreMissingAfterwards() {
    StepReserve reserve = reserve();
    for (int i = 0; i < 1200; i++) {
      reserve.saw(8, 4, 0);
    }
    reserve.saw(8, 4, 4);
    assertThat(reserve.covers(SLOW, 8, REACTION)).isTrue();
    for (int i = 0; i < 30; i++) {
      reserve.saw(8, 4, 4);
    }
    assertThat(reserve.covers(SLOW, 8, REACTION)).isFalse();
  }

  /**
   * Requests that come at random: the cost that was reckoned with is what a step costs in the mean
   * of many, within what chance waits at the fastest setting.
   */
  @Test
  void requestsThatComeAtRandomAreLateAsOftenAsWasReckoned() {
    QueueModel queue = TestServer.queue(Arrivals.RANDOM, 0.03);
    var reserve = new StepReserve(SERVER, FASTEST, queue, OBJECTIVE);
    Random random = Seeds.random(24);
    int late = 0;
    int runs = 400;
    double after = 60;
    for (int run = 0; run < runs; run++) {
      Deque<Double> latencies = new ArrayDeque<>();
      double free = 0;
      double at = 0;
      while (at < 10) {
        at -= Math.log(1 - random.nextDouble()) / after;
        double start = Math.max(free, at);
        free = start + SERVER.seconds(start < REACTION ? SLOW : FASTEST);
        latencies.add(free - at);
      }
      late += (int) latencies.stream().filter(each -> each > OBJECTIVE).count();
    }
    double expected = reserve.late(SLOW, after, REACTION);
    assertThat(late / (double) runs).isBetween(0.5 * expected, expected);
  }
}

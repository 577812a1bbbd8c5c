package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ServingPoliciesTest {
  private static final TestServer SERVER = TestServer.SERVER;
  private static final double SECONDS = SERVER.seconds(SERVER.baseline());
  private static final double FULL = 0.8 / SECONDS;
  private static final QueueModel QUEUE = TestServer.queue(Arrivals.EVEN, 0.03);
  private static final double OBJECTIVE = 2 * SECONDS;

  private final RateTable table =
      RateTable.of(SERVER, JointPolicy.settings(SERVER, 1), QUEUE, 1.2 * FULL, OBJECTIVE);

  /** One to which no step does anything, since the objective that it goes by is far away. */
  private static final StepReserve NO_MATTER =
      new StepReserve(SERVER, SERVER.baseline(), QUEUE, 100);

  private final CofrisPolicy cofris =
      new CofrisPolicy(table, SERVER.baseline(), NO_MATTER, Arrivals.EVEN, OBJECTIVE);

  private static ServingPoll poll(int arrived, int waiting, double latency) {
    return new ServingPoll(0.5, arrived, waiting, Collections.nCopies(arrived, latency), List.of());
  }

  @Test
  void aRateThatRisesIsFollowedAtOnceAndOneThatFallsAfterTwoSeconds() {
    ServingSetting low = cofris.next(poll(2, 0, SECONDS));
    assertThat(low).isEqualTo(table.at(1.1 * 4));
    ServingSetting high = cofris.next(poll(30, 0, SECONDS));
    // How far it has risen is known one poll later.
    assertThat(high).isEqualTo(table.fastest()).isNotEqualTo(low);
    for (int held = 1; held < CofrisPolicy.HOLD_POLLS; held++) {
      assertThat(cofris.next(poll(0, 0, SECONDS))).isEqualTo(table.at(1.1 * 60));
    }
    for (int i = 0; i < 20; i++) {
      cofris.next(poll(0, 0, SECONDS));
    }
    assertThat(cofris.next(poll(0, 0, SECONDS))).isEqualTo(table.at(0));
  }

  /** 20 that wait are 40 a second more until the next poll. */
  @Test
  void whatWaitsIsServedUntilTheNextPoll() {
    assertThat(cofris.next(poll(10, 20, SECONDS))).isEqualTo(table.at(1.1 * 20 + 40));
  }

  @Test
  void whereTooManyAreLateTheServerIsLeftAloneUntilTheyAreFew() {
    for (int i = 0; i < 10; i++) {
      assertThat(cofris.next(poll(10, 0, SECONDS))).isNotEqualTo(SERVER.baseline());
    }
    // 10 of 110 are late.
    assertThat(cofris.next(poll(10, 0, 1.01 * OBJECTIVE))).isEqualTo(SERVER.baseline());
    // Below 3 of 100 after more than 333 requests.
    for (int i = 0; i < 21; i++) {
      assertThat(cofris.next(poll(10, 0, SECONDS))).isEqualTo(SERVER.baseline());
    }
    cofris.next(poll(30, 0, SECONDS));
    assertThat(cofris.next(poll(10, 0, SECONDS))).isNotEqualTo(SERVER.baseline());
  }

  /** What would be far too slow for ten times the load waits for some minutes without a step. */
  @Test
  void aLoadOfWhichNothingIsKnownIsServedAsIfItMightStep() {
    var reserve = new StepReserve(SERVER, SERVER.baseline(), QUEUE, OBJECTIVE);
    var careful = new CofrisPolicy(table, SERVER.baseline(), reserve, Arrivals.EVEN, OBJECTIVE);
    ServingSetting first = careful.next(poll(3, 0, SECONDS));
    ServingSetting last = first;
    for (int i = 0; i < 1200; i++) {
      last = careful.next(poll(3, 0, SECONDS));
    }
    assertThat(SERVER.seconds(first)).isLessThan(SERVER.seconds(last));
    assertThat(last).isEqualTo(table.at(1.1 * 6));
  }

  private static JointPolicy joint(Arrivals arrivals) {
    RateTable all = JointPolicy.table(SERVER, QUEUE, 1.2 * FULL, OBJECTIVE);
    return new JointPolicy(SERVER, all, false, arrivals, QUEUE, OBJECTIVE);
  }

  /** Batches that take 30 % longer than measured: what was within 2 x is not. */
  @Tag("long")
  @Test
  void aTableIsMadeAnewWhereLatenciesDrift() {
    JointPolicy joint = joint(Arrivals.EVEN);
    ServingSetting before = joint.next(poll(10, 0, SECONDS)).ofBatch(1);
    for (int i = 0; i < 20; i++) {
      List<ServingPoll.ServedBatch> batches =
          Collections.nCopies(
              10, new ServingPoll.ServedBatch(before, 1.3 * SERVER.seconds(before)));
      joint.next(new ServingPoll(0.5, 10, 0, Collections.nCopies(10, SECONDS), batches));
    }
    ServingSetting after = joint.next(poll(10, 0, SECONDS)).ofBatch(1);

    assertThat(1.3 * SERVER.seconds(before)).isGreaterThan(OBJECTIVE);
    assertThat(1.3 * SERVER.seconds(after)).isLessThan(OBJECTIVE);
  }

  /** An even load goes down with its level, until many requests are late: then ten seconds late. */
  @Test
  void anEvenLoadIsFollowedDownAtOnceUntilManyAreLate() {
    JointPolicy joint = joint(Arrivals.EVEN);
    for (int i = 0; i < 20; i++) {
      joint.next(poll(40, 0, SECONDS));
    }
    ServingSetting high = joint.next(poll(40, 0, SECONDS));
    ServingSetting low = joint.next(poll(5, 0, SECONDS));
    assertThat(SERVER.seconds(low)).isGreaterThan(SERVER.seconds(high));

    // 25 of 865 are late: more than 2 of 100, and fewer than 4.5.
    joint.next(poll(25, 0, 1.01 * OBJECTIVE));
    for (int i = 0; i < 17; i++) {
      assertThat(joint.next(poll(5, 0, SECONDS))).as("%d", i).isNotEqualTo(low);
    }
    // Above 4.5 of 100 it is left alone.
    assertThat(joint.next(poll(40, 0, 1.01 * OBJECTIVE))).isEqualTo(SERVER.baseline());
  }

  /** What comes close to the objective takes headroom, what does not gives it back. */
  @Test
  void headroomGrowsWhereRequestsAreNearlyLate() {
    JointPolicy calm = joint(Arrivals.RANDOM);
    JointPolicy tight = joint(Arrivals.RANDOM);
    ServingSetting ofCalm = SERVER.baseline();
    ServingSetting ofTight = SERVER.baseline();
    for (int i = 0; i < 5; i++) {
      ofCalm = calm.next(poll(20, 0, SECONDS));
      ofTight = tight.next(poll(20, 0, 0.97 * OBJECTIVE));
    }
    assertThat(RateTable.watts(SERVER, QUEUE, ofTight, 40))
        .isGreaterThan(RateTable.watts(SERVER, QUEUE, ofCalm, 40));
  }
}

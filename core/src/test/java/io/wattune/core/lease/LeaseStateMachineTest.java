package io.wattune.core.lease;

import static io.wattune.core.lease.LeaseFixture.CORE;
import static io.wattune.core.lease.LeaseFixture.FAN;
import static io.wattune.core.lease.LeaseFixture.LONGEST_LEASE;
import static io.wattune.core.lease.LeaseFixture.MEMORY;
import static io.wattune.core.lease.LeaseFixture.RESTORE_LEAD;
import static io.wattune.core.lease.LeaseFixture.SECOND;
import static io.wattune.core.lease.LeaseFixture.START;
import static io.wattune.core.lease.LeaseFixture.at;
import static io.wattune.core.lease.LeaseFixture.core;
import static io.wattune.core.lease.LeaseFixture.decision;
import static io.wattune.core.lease.LeaseFixture.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseStateMachine.State;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseStateMachineTest {
  private static final long LEASE = 4 * SECOND;
  private static final Configuration SLOW = Configuration.of(core(600));
  private static final Obstacle HELD = new Obstacle(ActuationReason.HELD, "held");

  private final LeaseStateMachine lease = LeaseFixture.lease();

  @Test
  void aRightDecisionIsAppliedAndWhatItDoesNotNameKeepsItsOwnSetting() {
    assertThat(judge(decision(1, 1, 0, LEASE, SLOW))).isEqualTo(new Verdict.Apply());

    assertThat(lease.wished(null)).containsExactly(core(600), memory(1_375));
    assertThat(lease.ownSettings()).containsExactly(core(850), memory(1_375));
    assertThat(lease.leaseLeftNanos(at(SECOND))).isEqualTo(3 * SECOND);
  }

  @Test
  void settingsOfAnActivityAreLaidOverTheDefault() {
    judge(
        decision(
            1,
            1,
            0,
            LEASE,
            SLOW,
            List.of(new ActivityConfiguration("sgemm", Configuration.of(memory(475))))));

    assertThat(lease.wished("sgemm")).containsExactly(core(600), memory(475));
    assertThat(lease.wished("other")).containsExactly(core(600), memory(1_375));
    assertThat(lease.wished(null)).containsExactly(core(600), memory(1_375));
  }

  @Test
  void theSameSettingsWithANewSequenceRenewTheLease() {
    judge(decision(1, 1, 0, LEASE, SLOW));
    lease.settled(true);

    Verdict verdict = lease.judge(decision(1, 2, SECOND, LEASE, SLOW), at(SECOND), null);

    assertThat(verdict).isEqualTo(new Verdict.Renew());
    assertThat(lease.restoreDeadlineNanos()).isEqualTo(SECOND + LEASE - RESTORE_LEAD);
  }

  @Test
  void theSameSettingsAreWrittenAgainWhereNotAllWereReadBackAsWished() {
    judge(decision(1, 1, 0, LEASE, SLOW));
    lease.settled(false);

    assertThat(judge(decision(1, 2, 0, LEASE, SLOW))).isEqualTo(new Verdict.Apply());
  }

  @Test
  void aLeaseThatHasRunOutIsNotRenewed() {
    judge(decision(1, 1, 0, LEASE, SLOW));
    lease.settled(true);

    Verdict verdict = lease.judge(decision(1, 2, LEASE, LEASE, SLOW), at(LEASE), null);

    assertThat(verdict).as("everything is written again").isEqualTo(new Verdict.Apply());
  }

  @Test
  void onlyTheNewestOfAnEpochIsObeyed() {
    judge(decision(5, 7, 0, LEASE, SLOW));

    assertThat(reason(decision(5, 7, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_SEQUENCE);
    assertThat(reason(decision(5, 6, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_SEQUENCE);
    assertThat(reason(decision(4, 9, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_EPOCH);
    assertThat(judge(decision(6, 1, 0, LEASE, SLOW))).isEqualTo(new Verdict.Apply());
  }

  @Test
  void aClaimShutsOutEveryEarlierEpochAtOnce() {
    judge(decision(5, 7, 0, LEASE, SLOW));

    assertThat(lease.claim(6)).isTrue();
    assertThat(lease.claim(6)).as("repeated").isTrue();
    assertThat(lease.claim(5)).isFalse();

    assertThat(reason(decision(5, 8, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_EPOCH);
    assertThat(judge(decision(6, 1, 0, LEASE, SLOW))).isInstanceOf(Verdict.Apply.class);
    assertThat(lease.claim(6)).as("repeated late").isTrue();
    assertThat(reason(decision(6, 1, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_SEQUENCE);
  }

  @Test
  void aGateThatBeginsWithTheEpochOfAnEarlierLifeObeysThatEpochAndNoLowerOne() {
    assertThat(lease.claim(5)).isTrue();

    assertThat(reason(decision(4, 9, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_EPOCH);
    assertThat(lease.claim(4)).isFalse();
    assertThat(judge(decision(5, 1, 0, LEASE, SLOW))).isInstanceOf(Verdict.Apply.class);
  }

  @Test
  void aDecisionIsRightWhereItMovesTheFenceAndAskingChangesNothing() {
    var unfenced = new Obstacle(ActuationReason.FENCE_BROKEN, "the disk is full");

    assertThat(isRight(decision(9, 1, 0, 0, SLOW))).as("lease").isFalse();
    assertThat(isRight(decision(9, 1, 2 * SECOND, LEASE, SLOW))).as("future").isFalse();
    assertThat(isRight(decision(9, 1, 0, LEASE, Configuration.of(core(1))))).isFalse();
    assertThat(isRight(decision(9, 1, -LEASE, LEASE, SLOW))).as("lease over").isTrue();
    assertThat(isRight(decision(9, 1, 0, LEASE, SLOW))).isTrue();
    assertThat(isRight(decision(8, 1, 0, LEASE, SLOW))).as("after asking for 9").isTrue();
    assertThat(lease.state()).isEqualTo(State.OWN);

    assertThat(lease.judge(decision(8, 1, 0, LEASE, SLOW), at(0), unfenced))
        .isInstanceOf(Verdict.Refuse.class);
    assertThat(isRight(decision(7, 2, 0, LEASE, SLOW))).as("8 has moved it").isFalse();
  }

  @Test
  void aWrongDecisionDoesNotMoveTheFenceAndARightOneThatComesAtTheWrongTimeDoes() {
    assertThat(reason(decision(9, 9, 0, LEASE, Configuration.of(core(1)))))
        .isEqualTo(ActuationReason.OUT_OF_RANGE);
    assertThat(reason(decision(9, 9, 0, 0, SLOW))).isEqualTo(ActuationReason.LEASE_OUT_OF_BOUNDS);
    assertThat(reason(decision(9, 9, 2 * SECOND, LEASE, SLOW)))
        .isEqualTo(ActuationReason.FROM_THE_FUTURE);
    assertThat(judge(decision(1, 1, 0, LEASE, SLOW))).isInstanceOf(Verdict.Apply.class);

    assertThat(lease.judge(decision(1, 5, 0, LEASE, SLOW), at(0), HELD))
        .isInstanceOf(Verdict.Refuse.class);
    assertThat(reason(decision(1, 4, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_SEQUENCE);
    assertThat(reason(decision(1, 8, -LEASE, LEASE, SLOW))).isEqualTo(ActuationReason.LEASE_OVER);
    assertThat(reason(decision(1, 7, 0, LEASE, SLOW))).isEqualTo(ActuationReason.OLD_SEQUENCE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, LEASE_OUT_OF_BOUNDS",
    "-1, LEASE_OUT_OF_BOUNDS",
    "10000000001, LEASE_OUT_OF_BOUNDS",
    "9223372036854775807, LEASE_OUT_OF_BOUNDS",
    "500000000, LEASE_OVER"
  })
  void leaseMustBeWithinBounds(long leaseNanos, ActuationReason reason) {
    assertThat(reason(decision(1, 1, 0, leaseNanos, SLOW))).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000001, FROM_THE_FUTURE",
    "7000000000000000000, FROM_THE_FUTURE",
    "-3500000000, LEASE_OVER",
    "-4000000000, LEASE_OVER",
    "-9223372036854775808, LEASE_OVER"
  })
  void leaseRunsFromTheNewestReading(long basedOnNanos, ActuationReason reason) {
    assertThat(reason(decision(1, 1, basedOnNanos, LEASE, SLOW))).isEqualTo(reason);
  }

  @Test
  void theLongestLeaseAndTheFarthestFutureAreAllowed() {
    assertThat(judge(decision(1, 1, SECOND, LONGEST_LEASE, SLOW)))
        .isInstanceOf(Verdict.Apply.class);

    assertThat(lease.leaseLeftNanos(at(0)))
        .as("never longer than the lease itself")
        .isEqualTo(LONGEST_LEASE);
  }

  @Test
  void aValueThatSomebodyElseHasSetBecomesTheOwnSetting() {
    judge(decision(1, 1, 0, LEASE, SLOW));
    lease.adopt("memory.clock", 925);

    assertThat(lease.wished(null)).contains(LeaseFixture.memory(925));
    assertThat(lease.ownSettings()).contains(LeaseFixture.memory(925)).hasSize(2);
  }

  @Test
  void oneWrongSettingOfOneConfigurationRefusesTheWholeDecisionAndEachIsNamed() {
    Verdict verdict =
        judge(
            decision(
                1,
                1,
                0,
                LEASE,
                SLOW,
                List.of(
                    new ActivityConfiguration("a", Configuration.of(memory(475))),
                    new ActivityConfiguration(
                        "b", Configuration.of(core(650), memory(500), FAN.at(5))))));

    assertThat(verdict).isInstanceOf(Verdict.Refuse.class);
    var refusal = (Verdict.Refuse) verdict;
    assertThat(refusal.controls())
        .extracting(each -> each.tunable() + " " + each.reason())
        .containsExactly("core.clock off-step", "fan not-listed", "memory.clock off-step");
    assertThat(refusal.reason()).isEqualTo(ActuationReason.OFF_STEP);
    assertThat(refusal.detail())
        .isEqualTo(
            "core.clock = 650 MHz: the device takes steps, and it lies between two of them;"
                + " nothing was written");
    assertThat(lease.state()).isEqualTo(State.OWN);
  }

  @Test
  void everyRuleOfASettingHasItsOwnReason() {
    assertThat(reason(core(400))).isEqualTo(ActuationReason.OUT_OF_BOUNDS);
    assertThat(reason(core(1_000))).isEqualTo(ActuationReason.OUT_OF_BOUNDS);
    assertThat(reason(core(1_100))).isEqualTo(ActuationReason.OUT_OF_RANGE);
    assertThat(reason(core(200))).isEqualTo(ActuationReason.OUT_OF_RANGE);
    assertThat(reason(core(601))).isEqualTo(ActuationReason.OFF_STEP);
    assertThat(reason(new Setting(CORE.name(), TunableUnit.COUNT, 600)))
        .isEqualTo(ActuationReason.WRONG_UNIT);
    assertThat(reason(FAN.at(5))).isEqualTo(ActuationReason.NOT_LISTED);
    assertThat(reason(new Setting("other", TunableUnit.COUNT, 5)))
        .isEqualTo(ActuationReason.UNKNOWN_CONTROL);
    assertThat(reason(MEMORY.at(926))).isEqualTo(ActuationReason.OFF_STEP);
  }

  @Test
  void restoreBeginsBeforeTheLeaseEnds() {
    judge(decision(1, 1, 0, LEASE, SLOW));

    assertThat(lease.ending(at(LEASE - RESTORE_LEAD - 1), null)).isNull();
    Obstacle ending = lease.ending(at(LEASE - RESTORE_LEAD), null);

    assertThat(ending).isNotNull();
    assertThat(ending.reason()).isEqualTo(ActuationReason.LEASE_ENDED);
    assertThat(lease.wished(null)).isEqualTo(lease.ownSettings());
    assertThat(lease.leaseLeftNanos(at(LEASE - RESTORE_LEAD))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"3600000000000", "-3600000000000", "1000000001", "-1000000001"})
  void aStepOfTheWallClockEndsTheLeaseAndTheNextDecisionCountsByTheNewClock(long stepNanos) {
    judge(decision(1, 1, 0, LEASE, SLOW));
    var now = new LeaseTime(START + SECOND + stepNanos, SECOND);

    Obstacle ending = lease.ending(now, null);

    assertThat(ending).isNotNull();
    assertThat(ending.reason()).isEqualTo(ActuationReason.CLOCK_STEPPED);
    lease.returned(null);
    assertThat(lease.ending(now, null)).as("told once").isNull();
    assertThat(lease.judge(decision(1, 2, SECOND + stepNanos, LEASE, SLOW), now, null))
        .isInstanceOf(Verdict.Apply.class);
    assertThat(lease.ending(now, null)).isNull();
  }

  @Test
  void smallStepsThatAddUpCountAsOne() {
    judge(decision(1, 1, 0, LEASE, SLOW));

    assertThat(lease.ending(new LeaseTime(START + SECOND + SECOND / 2, SECOND), null)).isNull();
    assertThat(lease.ending(new LeaseTime(START + SECOND + SECOND, SECOND), null)).isNull();
    assertThat(lease.ending(new LeaseTime(START + SECOND + SECOND + 1, SECOND), null)).isNotNull();
  }

  @Test
  void monotonicClockMayWrap() {
    long origin = Long.MAX_VALUE - SECOND;
    var wrapping = new LeaseStateMachine(LeaseFixture.RULES, new LeaseTime(START, origin), true);
    wrapping.judge(decision(1, 1, 0, LEASE, SLOW), new LeaseTime(START, origin), null);

    assertThat(wrapping.ending(new LeaseTime(START + 2 * SECOND, origin + 2 * SECOND), null))
        .isNull();
    assertThat(wrapping.ending(new LeaseTime(START + LEASE, origin + LEASE), null)).isNotNull();
  }

  @Test
  void nothingIsAppliedBeforeTheOwnSettingsAreVerified() {
    judge(decision(1, 1, 0, LEASE, SLOW));
    lease.ending(at(0), HELD);
    lease.returned(new Obstacle(ActuationReason.DEVICE_HANGS, "core.clock hangs"));

    assertThat(reason(decision(1, 2, 0, LEASE, SLOW))).isEqualTo(ActuationReason.DEVICE_HANGS);
    lease.returned(null);
    assertThat(judge(decision(1, 3, 0, LEASE, SLOW))).isInstanceOf(Verdict.Apply.class);
  }

  @Test
  void aGateWhoseDeviceIsNotVerifiedBeginsOnTheWayHome() {
    var unverified = new LeaseStateMachine(LeaseFixture.RULES, at(0), false);

    assertThat(unverified.state()).isEqualTo(State.RETURNING);
    assertThat(unverified.judge(decision(1, 1, 0, LEASE, SLOW), at(0), null))
        .isInstanceOf(Verdict.Refuse.class);
  }

  private boolean isRight(Decision.ForDevice decision) {
    return lease.isRight(decision, at(0));
  }

  private Verdict judge(Decision.ForDevice decision) {
    return lease.judge(decision, at(0), null);
  }

  private ActuationReason reason(Setting setting) {
    return reason(decision(1, 1, 0, LEASE, Configuration.of(setting)));
  }

  private ActuationReason reason(Decision.ForDevice decision) {
    Verdict verdict = judge(decision);
    assertThat(verdict).isInstanceOf(Verdict.Refuse.class);
    return ((Verdict.Refuse) verdict).reason();
  }
}

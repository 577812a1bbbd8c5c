package io.wattune.report.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.inforce.WriterState;
import io.wattune.core.status.FleetHistory;
import io.wattune.core.status.FleetStatus;
import io.wattune.core.status.NodeStatus;
import io.wattune.core.status.TuningState;
import io.wattune.core.status.TuningStatus;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testkit.FleetValues;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is composed of the topics, and how it is printed. */
class FleetHistoryTest {
  private static final long NOW = FleetValues.NOW;
  private static final long SECOND = 1_000_000_000L;

  private final FleetHistory history = new FleetHistory();

  @Test
  void aDeviceThatNothingWasWrittenToHasItsOwnSettings() {
    history.device(FleetValues.descriptor("n/a"));

    TuningStatus device = history.status(NOW).devices().get(0);
    assertThat(device.state()).isEqualTo(TuningState.UNTOUCHED);
    assertThat(device.settings().get(0).now()).isEqualTo(OptionalLong.of(1000));
    assertThat(device.settings().get(0).isTuned()).isFalse();
  }

  @Test
  void aDecisionInForceIsShownWithWhoMadeItAndItsLease() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 1, "measure"));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.decision(FleetValues.decision("n/a", 7, 3, "renewed"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.actuation(FleetValues.answer("n/a", 7, 3, ActuationOutcome.REFUSED, 800));

    TuningStatus device = history.status(NOW + SECOND).devices().get(0);
    assertThat(device.state()).isEqualTo(TuningState.TUNED);
    assertThat(device.settings().get(0).now()).isEqualTo(OptionalLong.of(800));
    assertThat(device.settings().get(0).isTuned()).isTrue();
    assertThat(device.decision()).isNotNull();
    assertThat(device.decision().reason()).as("a refused one is not in force").isEqualTo("lower");
    assertThat(device.leaseUntilNanos()).isEqualTo(NOW + 8 * SECOND);
    assertThat(device.refusal()).isNotNull();
  }

  @Test
  void aLeaseThatIsOverIsNotTakenForHome() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));

    assertThat(history.status(NOW + 9 * SECOND).devices().get(0).state())
        .isEqualTo(TuningState.LEASE_OVER);
  }

  @Test
  void aRestoreBringsTheOwnSettingsBack() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.RESTORED, 1000));

    TuningStatus device = history.status(NOW).devices().get(0);
    assertThat(device.state()).isEqualTo(TuningState.OWN);
    assertThat(device.settings().get(0).isTuned()).isFalse();
    assertThat(device.decision()).isNull();
  }

  @Test
  void aRestoreThatDidNotBringAValueBackIsNotHidden() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.RESTORED, 800));

    assertThat(history.status(NOW).devices().get(0).settings().get(0).isTuned()).isTrue();
  }

  @Test
  void aDeviceThatHasGoneIsNotListed() {
    history.device(FleetValues.descriptor("n/a"));
    history.deviceGone("n/a");

    assertThat(history.status(NOW).devices()).isEmpty();
    assertThat(history.status(NOW).nodes()).isEmpty();
  }

  @Test
  void theHoldThatEndsLastIsShownAndReleasedAndEndedOnesAreNot() {
    history.device(FleetValues.descriptor("n/a"));
    history.hold(hold("one", HoldScope.DEVICE, "n/a", NOW + SECOND, false));
    history.hold(hold("two", HoldScope.NODE, "n", NOW + 9 * SECOND, false));
    history.hold(hold("gone", HoldScope.ALL, "", Hold.UNTIL_RELEASED, true));
    history.hold(hold("other", HoldScope.NODE, "m", Hold.UNTIL_RELEASED, false));

    FleetStatus status = history.status(NOW);
    assertThat(status.devices().get(0).hold()).isNotNull();
    assertThat(status.devices().get(0).hold().holdId()).isEqualTo("two");
    assertThat(status.holds()).extracting(Hold::holdId).containsExactly("one", "two", "other");
    assertThat(history.status(NOW + 9 * SECOND).devices().get(0).hold()).isNull();
  }

  @Test
  void aWriterThatDoesNotAnswerForSomeSecondsIsSilent() {
    history.device(FleetValues.descriptor("n/a"));
    history.device(FleetValues.descriptor("m/a"));
    history.device(FleetValues.descriptor("k/a"));
    history.decision(FleetValues.claim("n", 7));
    history.decision(FleetValues.claim("m", 7));
    history.actuation(FleetValues.claimed("n", 7));

    FleetStatus soon = history.status(NOW + SECOND);
    FleetStatus later = history.status(NOW + 6 * SECOND);
    assertThat(soon.nodes())
        .extracting(NodeStatus::writer)
        .containsExactly(WriterState.NOT_ASKED, WriterState.ANSWERS, WriterState.ANSWERS);
    assertThat(later.nodes())
        .extracting(NodeStatus::writer)
        .containsExactly(WriterState.NOT_ASKED, WriterState.SILENT, WriterState.ANSWERS);
  }

  /** It began to read behind the claim, and nothing has been decided since. */
  @Test
  void aWriterThatStartedLaterThanTheClaimAnswersTheRepeatedOne() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.claim("n", 7));
    assertThat(history.status(NOW + 60 * SECOND).nodes().get(0).writer())
        .isEqualTo(WriterState.SILENT);

    history.decision(new Decision.Claim("n", 7, "fine", NOW + 60 * SECOND));
    history.actuation(FleetValues.claimed("n", 7));

    assertThat(history.status(NOW + 600 * SECOND).nodes().get(0).writer())
        .isEqualTo(WriterState.ANSWERS);
  }

  @Test
  void theTextSaysAtWhichSettingsADeviceIsHeld() {
    history.device(FleetValues.descriptor("n/a"));
    history.hold(
        hold("one", HoldScope.DEVICE, "n/a", NOW + 7200 * SECOND, false)
            .at(Configuration.of(new Setting("power.limit", TunableUnit.MILLIWATTS, 250_000))));

    assertThat(new StatusText(history.status(NOW), ZoneOffset.UTC).text())
        .contains("set by op: why", "device n/a at power.limit 250 W");
    assertThat(StatusJson.of(history.status(NOW)).at("/holds/0/settings/0/value").asLong())
        .isEqualTo(250_000);
  }

  @Test
  void aWriterThatHasStoppedAnsweringIsSilentThoughItAnsweredBefore() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 1, "measure"));
    // Each decision is a second after the one before.
    for (int sequence = 2; sequence < 9; sequence++) {
      history.decision(FleetValues.decision("n/a", 7, sequence, "renewed"));
    }
    history.actuation(FleetValues.answer("n/a", 7, 1, ActuationOutcome.APPLIED, 800));

    assertThat(history.status(NOW).nodes().get(0).writer()).isEqualTo(WriterState.SILENT);
  }

  /** Its lease of 10 s begins with the power: six seconds later little is left of it. */
  @Test
  void theTextSaysThatTheLedgerIsBehind() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 5, "renewed"));
    assertThat(text(NOW)).doesNotContain("is behind");

    history.decision(FleetValues.decision("n/a", 7, 6, "renewed"));

    assertThat(text(NOW))
        .contains("n/a: decided by power that was 6 s old: the ledger job is behind");
  }

  @Test
  void theTextSaysWhoSetWhatUntilWhen() {
    history.device(FleetValues.descriptor("n/a"));
    history.device(FleetValues.descriptor("m/a"));
    history.hold(hold("one", HoldScope.NODE, "m", NOW + 7200 * SECOND, false));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.decision(FleetValues.claim("m", 7));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.unreadable();

    String text = new StatusText(history.status(NOW + 6 * SECOND), ZoneOffset.UTC).text();
    assertThat(text.lines().filter(line -> line.startsWith("n/a")).findFirst().orElseThrow())
        .contains("core.clock 800 MHz (1000 MHz)", "tuned", "fine: lower", "2 s");
    assertThat(text)
        .contains("node m does not answer", "one", "node m", "by op: why", "2027-01-15 10:00:00")
        .contains("1 records could not be read");
  }

  @Test
  void theJsonHasTheSameForPrograms() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));

    var device = StatusJson.of(history.status(NOW)).path("devices").path(0);
    assertThat(device.path("state").asText()).isEqualTo("tuned");
    assertThat(device.path("settings").path(0).path("now").asLong()).isEqualTo(800);
    assertThat(device.path("settings").path(0).path("own").asLong()).isEqualTo(1000);
    assertThat(device.path("decision").path("reason").asText()).isEqualTo("lower");
    assertThat(device.path("leaseUntilNanos").asLong()).isEqualTo(NOW + 8 * SECOND);
    assertThat(device.path("hold").isNull()).isTrue();
  }

  /** Of the decision that wishes 800 MHz; the fixture's own setting is 1000 MHz. */
  @Test
  void whatIsAppliedAndReadBackIsInForceSinceThenAndForItsActivity() {
    answered(FleetValues.named("n/a", "gemm", 800), ActuationOutcome.APPLIED, "gemm", 800);

    TuningStatus device = status(NOW + SECOND);
    assertThat(device.state()).isEqualTo(TuningState.TUNED);
    assertThat(device.activityName()).isEqualTo("gemm");
    assertThat(device.sinceNanos()).isEqualTo(NOW);
    assertThat(device.differences()).isEmpty();
    assertThat(text(NOW + SECOND))
        .contains(
            "tuned for gemm", "n/a: in force as read back since 2027-01-15 08:00:00, for gemm");
  }

  @Test
  void aConfigurationThatNoActivityHasUsedIsPendingAndNotTuned() {
    answered(FleetValues.named("n/a", "gemm", 800), ActuationOutcome.PENDING, null, 1000, "gemm");
    assertThat(status(NOW).state()).isEqualTo(TuningState.PENDING);
    answered(FleetValues.named("n/a", "gemm", 800), ActuationOutcome.RENEWED, null, 1000, "gemm");

    assertThat(status(NOW).state()).isEqualTo(TuningState.PENDING);
    assertThat(text(NOW))
        .contains("own; pending", "n/a: pending, not in force: no activity of gemm has run")
        .doesNotContain("tuned", "in force as read back");
    var json = StatusJson.of(history.status(NOW)).at("/devices/0");
    assertThat(json.at("/state").asText()).isEqualTo("pending");
    assertThat(json.at("/pending/0").asText()).isEqualTo("gemm");
  }

  @Test
  void aDecisionThatTheWriterIgnoresIsNotShownAsApplied() {
    answered(FleetValues.all("n/a", 800), ActuationOutcome.APPLIED, null, 1000);

    assertThat(status(NOW).state()).isEqualTo(TuningState.DIFFERS);
    assertThat(text(NOW))
        .contains(
            "not as wished",
            "n/a: wished core.clock 800 MHz, read back 1000 MHz since 2027-01-15 08:00:00")
        .doesNotContain("tuned");
    var json = StatusJson.of(history.status(NOW)).at("/devices/0");
    assertThat(json.at("/state").asText()).isEqualTo("differs");
    assertThat(json.at("/differences/0/wished").asLong()).isEqualTo(800);
    assertThat(json.at("/differences/0/readBack").asLong()).isEqualTo(1000);
  }

  @Test
  void ofADecisionThatWasAppliedInPartTheRestIsSaid() {
    Decision.ForDevice both =
        FleetValues.all(
            "n/a",
            Configuration.of(
                new Setting("core.clock", TunableUnit.MEGAHERTZ, 800),
                new Setting("power.limit", TunableUnit.MILLIWATTS, 250_000)));
    answered(both, ActuationOutcome.PARTLY_APPLIED, null, 800);

    assertThat(status(NOW).state()).isEqualTo(TuningState.DIFFERS);
    assertThat(text(NOW))
        .contains(
            "not as wished; partly applied: ok",
            "n/a: wished power.limit 250 W, could not read it back since")
        .doesNotContain("wished core.clock");
  }

  @Test
  void whatNobodyHasReadBackForLongerThanARenewalIsSaid() {
    answered(FleetValues.all("n/a", 800), ActuationOutcome.APPLIED, null, 800);

    assertThat(text(NOW + 4 * SECOND)).doesNotContain("not read back");
    assertThat(text(NOW + 5 * SECOND))
        .contains("n/a: not read back since 2027-01-15 08:00:00, though a lease runs");
    assertThat(text(NOW + 9 * SECOND)).as("the lease is over").doesNotContain("not read back");
  }

  @Test
  void withoutAWorkSignalADeviceIsMeasuredAndNotTuned() {
    history.device(FleetValues.descriptor("n/a"));
    history.device(FleetValues.descriptor("n/b"));
    assertThat(text(NOW)).as("not all readings were read").doesNotContain("work");

    history.counters(FleetValues.work("n/a", WorkSignal.COUNTERS));
    history.counters(FleetValues.work("n/a", WorkSignal.SERVER));
    history.countersComplete();

    assertThat(text(NOW))
        .contains(
            "n/a: work is known from server",
            "n/b: measured, not tuned: nothing reports work; what to do: docs/measuring.md, Work");
    assertThat(StatusJson.of(history.status(NOW)).at("/devices/1/work").asText()).isEqualTo("none");
  }

  private void answered(
      Decision.ForDevice decision,
      ActuationOutcome outcome,
      @Nullable String activity,
      long readBack,
      String... pending) {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(decision);
    history.actuation(FleetValues.readBack(decision, outcome, activity, readBack, pending));
  }

  private TuningStatus status(long nowNanos) {
    return history.status(nowNanos).devices().get(0);
  }

  private String text(long nowNanos) {
    return new StatusText(history.status(nowNanos), ZoneOffset.UTC).text();
  }

  private static Hold hold(
      String id, HoldScope scope, String name, long untilNanos, boolean isReleased) {
    return new Hold(id, scope, name, NOW - SECOND, untilNanos, "op", "why", isReleased);
  }
}

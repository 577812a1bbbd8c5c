package io.wattune.core.saving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SettingsHistoryTest {
  private final SettingsHistory history = new SettingsHistory(0);

  private SettingsDuring of(String kernel, double start, double end) {
    return history.of(kernel, Bench.nanos(start), Bench.nanos(end));
  }

  private void decide(long sequence, double at, long megahertz) {
    long unused = history.take((Decision.ForDevice) Bench.decision(sequence, at, "k", megahertz));
  }

  private void answer(long sequence, ActuationOutcome outcome, double at) {
    long unused = history.take(Bench.actuation(sequence, outcome, at, 10));
  }

  @Test
  void withoutAnyAnswerOwnSettingsAreInForce() {
    assertThat(of("k", 0, 1)).isEqualTo(SettingsDuring.OWN);
    decide(1, 2, 800);
    assertThat(of("k", 3, 4)).as("wished is not in force").isEqualTo(SettingsDuring.OWN);
  }

  @Test
  void whatWasInForceWhenReadingBeganIsNotKnown() {
    var late = new SettingsHistory(Bench.nanos(0));

    assertThat(late.of("k", Bench.nanos(59), Bench.nanos(60)))
        .isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(late.of("k", Bench.nanos(60.2), Bench.nanos(61))).isEqualTo(SettingsDuring.OWN);
  }

  @Test
  void aDecisionCountsFromItsAnswerForTheKernelsThatItNames() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.APPLIED, 2);

    assertThat(of("k", 1, 1.8)).isEqualTo(SettingsDuring.OWN);
    assertThat(of("k", 1, 1.95)).as("too near").isEqualTo(SettingsDuring.SETTLING);
    assertThat(of("k", 1, 3)).isEqualTo(SettingsDuring.SETTLING);
    assertThat(of("k", 2.05, 3)).isEqualTo(SettingsDuring.SETTLING);
    assertThat(of("k", 2.2, 3)).isEqualTo(SettingsDuring.OTHER);
    assertThat(of("other", 1, 3)).isEqualTo(SettingsDuring.OWN);
  }

  @Test
  void aRenewalIsNoChangeAndTheEndOfALeaseIsTheEndOfWhatIsKnown() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.APPLIED, 2);
    decide(2, 6, 800);
    answer(2, ActuationOutcome.RENEWED, 6);

    assertThat(of("k", 5, 7)).isEqualTo(SettingsDuring.OTHER);
    assertThat(of("k", 11, 15.8)).isEqualTo(SettingsDuring.OTHER);
    assertThat(of("k", 15, 17)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 20, 21)).isEqualTo(SettingsDuring.UNCONFIRMED);
    answer(2, ActuationOutcome.RESTORED, 15.5);
    assertThat(of("k", 20, 21)).isEqualTo(SettingsDuring.OWN);
    assertThat(of("k", 15, 17)).isEqualTo(SettingsDuring.SETTLING);
  }

  @Test
  void aRefusalLeavesWhatWas() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.REFUSED, 2);
    answer(1, ActuationOutcome.CLAIMED, 2);

    assertThat(of("k", 1, 4)).isEqualTo(SettingsDuring.OWN);
  }

  @Test
  void aPartThatFailedMakesAllUnknownUntilTheNextWholeAnswer() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.PARTLY_APPLIED, 2);
    decide(2, 6, 800);
    answer(2, ActuationOutcome.APPLIED, 6);

    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 7, 8)).isEqualTo(SettingsDuring.OTHER);
    Actuation switched = Bench.actuation(2, ActuationOutcome.SWITCHED, 9, 7);
    long unused = history.take(switched);
    assertThat(of("k", 9.2, 10)).as("as it should").isEqualTo(SettingsDuring.OTHER);
    unused = history.take(failed(switched));
    assertThat(of("k", 9.2, 10)).isEqualTo(SettingsDuring.UNCONFIRMED);
  }

  private static Actuation failed(Actuation of) {
    var control =
        new ControlOutcome(
            Bench.CLOCK,
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(800),
            OptionalLong.of(1000),
            ControlStatus.FAILED,
            "read-back-differs");
    return new Actuation(
        of.node(),
        of.device(),
        of.epoch(),
        of.sequence(),
        of.outcome(),
        "read-back-differs",
        "",
        null,
        List.of(control),
        of.leaseLeftNanos(),
        of.atNanos(),
        List.of(),
        List.of());
  }

  @Test
  void whatSomebodyElseHadChangedIsNotKnownSinceTheAnswerBefore() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.APPLIED, 2);
    Actuation again = Bench.actuation(1, ActuationOutcome.APPLIED, 6, 6);
    long unused =
        history.take(
            new Actuation(
                again.node(),
                again.device(),
                again.epoch(),
                again.sequence(),
                again.outcome(),
                "outside-change",
                "",
                null,
                List.of(),
                again.leaseLeftNanos(),
                again.atNanos(),
                List.of(),
                List.of()));

    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 5, 6)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 7, 8)).isEqualTo(SettingsDuring.OTHER);
  }

  /** A writer that is killed answers nothing: its guardian restores, and the next one writes. */
  @Test
  void whatHadToBeWrittenAgainIsNotKnownSinceTheAnswerBefore() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.APPLIED, 2);
    decide(2, 5, 800);
    answer(2, ActuationOutcome.RENEWED, 5);
    assertThat(of("k", 6, 7)).isEqualTo(SettingsDuring.OTHER);

    assertThat(history.take(Bench.actuation(3, ActuationOutcome.APPLIED, 9, 10)))
        .as("its decision has not come")
        .isEqualTo(Bench.nanos(9));
    assertThat(history.take((Decision.ForDevice) Bench.decision(3, 9, "k", 800)))
        .as("all since the answer before may be another now")
        .isEqualTo(Bench.nanos(5));

    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.OTHER);
    assertThat(of("k", 6, 7)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 10, 11)).isEqualTo(SettingsDuring.OTHER);
  }

  @Test
  void aWishForTheOwnValueIsTheOwnSetting() {
    decide(1, 2, Bench.OWN_CLOCK);
    answer(1, ActuationOutcome.APPLIED, 2);
    assertThat(of("k", 3, 4)).as("its own value is not known").isEqualTo(SettingsDuring.OTHER);

    assertThat(history.own(Map.of(Bench.CLOCK, Bench.OWN_CLOCK))).isTrue();
    assertThat(history.own(Map.of(Bench.CLOCK, Bench.OWN_CLOCK))).isFalse();
    assertThat(of("k", 1, 4)).isEqualTo(SettingsDuring.OWN);
    assertThat(history.isRestored(Bench.nanos(1), Bench.nanos(4))).isTrue();
  }

  @Test
  void anAnswerToADecisionThatHasNotComeTellsNothing() {
    answer(1, ActuationOutcome.APPLIED, 2);
    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.UNCONFIRMED);
    decide(1, 2, 800);
    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.OTHER);
    assertThat(history.isRestored(Bench.nanos(3), Bench.nanos(4))).isFalse();
  }

  @Test
  void whatIsForgottenIsNotTakenForOwn() {
    decide(1, 2, 800);
    answer(1, ActuationOutcome.APPLIED, 2);
    decide(2, 5, 700);
    answer(2, ActuationOutcome.APPLIED, 5);
    history.forgetBefore(Bench.nanos(6));

    assertThat(of("k", 3, 4)).isEqualTo(SettingsDuring.UNCONFIRMED);
    assertThat(of("k", 7, 8)).as("what still stands is kept").isEqualTo(SettingsDuring.OTHER);
    for (int i = 0; i < 5000; i++) {
      answer(2, ActuationOutcome.RENEWED, 6 + i * 1e-3);
    }
    assertThat(history.forgotten()).isPositive();
  }
}

package io.wattune.kafka.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderTalkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Configuration CORE_600 =
      Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 600));

  private static final Hold ORDER =
      new Hold("s", HoldScope.DEVICE, "n1/G1", 0, 10, "me", "why", false).at(CORE_600);

  private final OrderTalk talk = new OrderTalk(ORDER);

  @Test
  void whatWasReadBackIsTheAnswer() {
    talk.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));
    talk.answered(answer("n1/G1", 1, ActuationOutcome.APPLIED, "ok"));

    assertThat(talk.answer()).contains(new OrderAnswer(true, "core.clock 595 MHz, read back,"));
  }

  @Test
  void anAnswerThatIsReadBeforeItsDecisionCounts() {
    talk.answered(answer("n1/G1", 1, ActuationOutcome.APPLIED, "ok"));
    assertThat(talk.answer()).isEmpty();

    talk.decided(decision("n1/G1", 2, Decision.SET_BY_HAND));
    assertThat(talk.answer()).isEmpty();

    talk.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));
    assertThat(talk.answer()).contains(new OrderAnswer(true, "core.clock 595 MHz, read back,"));
  }

  @Test
  void aRenewalSaysWhetherTheValuesWereReadBack() {
    talk.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));
    talk.answered(renewal(""));
    assertThat(talk.answer()).contains(new OrderAnswer(true, "core.clock 600 MHz, read back,"));

    var unseen = new OrderTalk(ORDER);
    unseen.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));
    unseen.answered(renewal("not every control could be read back"));
    assertThat(unseen.answer())
        .contains(
            new OrderAnswer(true, "core.clock 600 MHz, not every control could be read back,"));
  }

  @Test
  void answersToOtherDecisionsAreNone() {
    talk.decided(decision("n1/G1", 1, "lower"));
    talk.decided(decision("n1/G2", 2, Decision.SET_BY_HAND));
    talk.answered(answer("n1/G1", 1, ActuationOutcome.APPLIED, "ok"));
    talk.answered(answer("n1/G2", 2, ActuationOutcome.APPLIED, "ok"));
    talk.answered(answer("n1/G1", 7, ActuationOutcome.REFUSED, "out-of-bounds"));

    assertThat(talk.answer()).isEmpty();
    assertThat(talk.silence(PATIENCE).text()).startsWith("no controller answered within 20 s");
  }

  @Test
  void aWriterThatIsNotThereIsSaid() {
    talk.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));

    assertThat(talk.silence(PATIENCE))
        .isEqualTo(
            new OrderAnswer(
                false, "no writer on node n1 answered within 20 s: does wattune writer run?"));
  }

  @Test
  void aRefusalIsTheAnswerUnlessItPasses() {
    talk.decided(decision("n1/G1", 1, Decision.SET_BY_HAND));
    talk.decided(decision("n1/G1", 2, Decision.SET_BY_HAND));
    talk.answered(answer("n1/G1", 1, ActuationOutcome.REFUSED, "not-ordered"));

    assertThat(talk.answer()).as("the node has not read the order yet").isEmpty();
    assertThat(talk.silence(PATIENCE).text())
        .isEqualTo("node n1 did not take it within 20 s: not-ordered: detail");

    talk.answered(answer("n1/G1", 2, ActuationOutcome.REFUSED, "out-of-bounds"));
    assertThat(talk.answer()).contains(new OrderAnswer(false, "refused: out-of-bounds: detail"));
  }

  @Test
  void aNodeThatDoesNotBelieveItSaysSo() {
    talk.answered(answer(null, 0, ActuationOutcome.REFUSED, "unsigned"));

    assertThat(talk.answer().orElseThrow().text())
        .contains("node n1 does not believe it (unsigned)", "--key FILE");
  }

  private static Decision.ForDevice decision(String device, long sequence, String reason) {
    return new Decision.ForDevice(
        "n1",
        device,
        5,
        sequence,
        0,
        1,
        CORE_600,
        List.of(),
        "set",
        reason,
        "",
        Quality.MEASURED,
        0,
        null);
  }

  private static Actuation renewal(String detail) {
    return new Actuation(
        "n1",
        "n1/G1",
        5,
        1,
        ActuationOutcome.RENEWED,
        "ok",
        detail,
        null,
        List.of(),
        1,
        0,
        List.of(),
        List.of());
  }

  private static Actuation answer(
      @Nullable String device, long sequence, ActuationOutcome outcome, String reason) {
    var control =
        new ControlOutcome(
            "core.clock",
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(600),
            OptionalLong.of(595),
            ControlStatus.SET,
            "");
    return new Actuation(
        "n1",
        device,
        5,
        sequence,
        outcome,
        reason,
        "detail",
        null,
        List.of(control),
        1,
        0,
        List.of(),
        List.of());
  }
}

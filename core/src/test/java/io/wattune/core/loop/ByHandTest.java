package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ByHandTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Configuration CORE_600 = core(600);

  private final DeviceLoop loop = new DeviceLoop(LoopSettings.DEFAULT, new NonePolicy(), List.of());
  private final LoopState state = loop.newState("n/a");
  private long sequence;

  @Test
  void nothingIsSentBeforeThereIsAReadingThatALeaseCouldBeBasedOn() {
    assertThat(loop.decide(state, true, CORE_600)).isEmpty();
  }

  @Test
  void theSettingsAreSentOnceAndThenRenewedAsAnyLease() {
    Proposal first = decideAt(100 * SECOND, CORE_600).orElseThrow();
    assertThat(first.defaultConfiguration()).isEqualTo(CORE_600);
    assertThat(first.byActivityName()).isEmpty();
    assertThat(first.reason()).isEqualTo(Decision.SET_BY_HAND);
    assertThat(first.detail()).isEqualTo("An operator has set core.clock 600 MHz.");
    assertThat(first.basedOnNanos()).isEqualTo(100 * SECOND);
    answer(ActuationOutcome.APPLIED, "ok", 100 * SECOND);

    assertThat(decideAt(101 * SECOND, CORE_600)).isEmpty();
    long due = 100 * SECOND + LoopSettings.DEFAULT.renewAfterNanos();
    assertThat(decideAt(due, CORE_600).orElseThrow().basedOnNanos()).isEqualTo(due);
  }

  @Test
  void otherSettingsAreSentAtOnceAndNothingWhenTheOrderEnds() {
    assertThat(decideAt(100 * SECOND, CORE_600)).isPresent();
    assertThat(decideAt(100 * SECOND + 1, core(700)).orElseThrow().defaultConfiguration())
        .isEqualTo(core(700));

    assertThat(decideAt(100 * SECOND + 2, null)).isEmpty();
  }

  /** Set beyond the admin's highest value: the policy must keep all that is below. */
  @Test
  void whatIsRefusedToAnOperatorCutsNothingFromThePolicy() {
    assertThat(decideAt(100 * SECOND, core(1_100))).isPresent();

    answer(ActuationOutcome.REFUSED, "out-of-bounds", 100 * SECOND);

    assertThat(state.floors).isEmpty();
    assertThat(decideAt(101 * SECOND, core(1_100))).as("not in a storm").isEmpty();
    assertThat(decideAt(101 * SECOND, CORE_600))
        .as("another order is not kept waiting")
        .isPresent();
  }

  @Test
  void whatTheNodeHasNotHeardOfYetIsSentAgain() {
    assertThat(decideAt(100 * SECOND, CORE_600)).isPresent();
    answer(ActuationOutcome.REFUSED, "not-ordered", 100 * SECOND);

    long again = 100 * SECOND + LoopSettings.DEFAULT.renewAfterNanos();
    assertThat(decideAt(again - 1, CORE_600)).isEmpty();
    assertThat(decideAt(again, CORE_600)).isPresent();
  }

  private Optional<Proposal> decideAt(long nanos, @Nullable Configuration ordered) {
    loop.onPower(state, nanos, 100, Quality.MEASURED);
    Optional<Proposal> proposal = loop.decide(state, ordered != null, ordered);
    proposal.ifPresent(each -> loop.onSent(state, each, 5, ++sequence));
    return proposal;
  }

  private void answer(ActuationOutcome outcome, String reason, long atNanos) {
    boolean isRefused = outcome == ActuationOutcome.REFUSED;
    var control =
        new ControlOutcome(
            "core.clock",
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(1_100),
            OptionalLong.empty(),
            isRefused ? ControlStatus.REFUSED : ControlStatus.SET,
            isRefused ? reason : "");
    loop.onActuation(
        state,
        new Actuation(
            "n",
            "n/a",
            5,
            sequence,
            outcome,
            reason,
            "",
            null,
            List.of(control),
            0,
            atNanos,
            List.of(),
            List.of()));
  }

  private static Configuration core(long megaHertz) {
    return Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, megaHertz));
  }
}

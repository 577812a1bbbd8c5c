package io.wattune.dashboard.state;

import static io.wattune.dashboard.state.StateFixture.GPU_0;
import static io.wattune.dashboard.state.StateFixture.GPU_1;
import static io.wattune.dashboard.state.StateFixture.NOW;
import static io.wattune.dashboard.state.StateFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.inforce.Difference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is in force is what was read back, and without a work signal a device is not tuned. */
class InForceStateTest {
  private final LiveState state = StateFixture.fleet();

  /** The fixture's decision wishes 925 MHz while its kernel runs. */
  @Test
  void whatWasReadBackIsInForceSinceThenAndForItsActivity() {
    InForceDetail inForce = detail(GPU_0, NOW).inForce();

    assertThat(inForce.activity()).isEqualTo(StateFixture.KERNEL);
    assertThat(inForce.sinceNanos()).as("the refusal reports it").isEqualTo(NOW - 4 * SECOND);
    assertThat(inForce.differences()).isEmpty();
    assertThat(inForce.isPending()).isFalse();
    assertThat(inForce.isDoubtful()).isFalse();
    assertThat(detail(GPU_1, NOW).inForce()).as("no lease runs").isNull();
  }

  @Test
  void aConfigurationThatNoActivityHasUsedIsPendingAndNotApplied() {
    answer(ActuationOutcome.PENDING, 900, null, NOW, 1000, List.of(StateFixture.KERNEL));

    assertThat(detail(GPU_0, NOW).inForce().isPending()).isTrue();
    assertThat(newestOutcome()).isEqualTo(DecisionOutcome.WAITING);
    assertThat(DeviceFlag.labels(now(NOW).flags())).contains("pending");
    assertThat(DeviceFlag.labels(now(NOW).flags())).doesNotContain("tuned", "differs");

    answered(ActuationOutcome.RENEWED, null, NOW, 1000, List.of(StateFixture.KERNEL));
    assertThat(newestOutcome()).as("renewed, and still nothing").isEqualTo(DecisionOutcome.WAITING);
    long later = NOW + SECOND;
    answered(ActuationOutcome.SWITCHED, StateFixture.KERNEL, later, 900, List.of());
    assertThat(newestOutcome()).isEqualTo(DecisionOutcome.APPLIED);
    assertThat(DeviceFlag.labels(now(later).flags())).contains("tuned").doesNotContain("pending");
  }

  @Test
  void aDecisionThatTheWriterIgnoresIsNotApplied() {
    answer(ActuationOutcome.APPLIED, 900, StateFixture.KERNEL, NOW, 1000, List.of());

    assertThat(newestOutcome()).isEqualTo(DecisionOutcome.DIFFERS);
    assertThat(detail(GPU_0, NOW).inForce().differences())
        .extracting(Difference::words)
        .containsExactly("wished core.clock 900 MHz, read back 1000 MHz");
    assertThat(DeviceFlag.labels(now(NOW).flags())).contains("differs").doesNotContain("tuned");
  }

  @Test
  void aDecisionThatWasAppliedInPartIsPartlyApplied() {
    answer(ActuationOutcome.PARTLY_APPLIED, 900, StateFixture.KERNEL, NOW, 950, List.of());

    assertThat(newestOutcome()).isEqualTo(DecisionOutcome.PARTLY);
    assertThat(DeviceFlag.labels(now(NOW).flags())).contains("differs", "refusing");
  }

  /** Its lease is 30 s: two fifths of it are 12 s. */
  @Test
  void whatNobodyHasReadBackForLongerThanARenewalIsFlagged() {
    answer(ActuationOutcome.APPLIED, 900, StateFixture.KERNEL, NOW, 900, List.of());

    assertThat(detail(GPU_0, NOW + 12 * SECOND).inForce().isUnseen()).isFalse();
    assertThat(detail(GPU_0, NOW + 13 * SECOND).inForce().isUnseen()).isTrue();
    assertThat(detail(GPU_0, NOW + 31 * SECOND).inForce()).as("no lease").isNull();
  }

  @Test
  void aDeviceThatCouldBeTunedAndOfWhichNothingReportsWorkIsFlagged() {
    assertThat(DeviceFlag.labels(now(NOW).flags()))
        .as("looked at for ten seconds only")
        .doesNotContain("no-work");
    state.power(Blocks.of(GPU_0, 0, NOW + 60 * SECOND, 1, 200));
    DeviceNow later = now(NOW + 60 * SECOND);
    assertThat(DeviceFlag.labels(later.flags())).contains("no-work");

    state.counters(work(NOW + 60 * SECOND, WorkSignal.SERVER));
    state.counters(work(NOW + 60 * SECOND, WorkSignal.PROGRESS));
    assertThat(DeviceFlag.labels(now(NOW + 61 * SECOND).flags())).doesNotContain("no-work");
    assertThat(detail(GPU_0, NOW + 60 * SECOND).workSignal()).isEqualTo(WorkSignal.SERVER);
    assertThat(detail(GPU_0, NOW + 121 * SECOND).workSignal()).isNull();
  }

  private static CounterReading work(long endNanos, WorkSignal signal) {
    return new CounterReading(
        GPU_0,
        0,
        endNanos - SECOND,
        endNanos,
        null,
        null,
        null,
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 12)),
        false,
        signal,
        Map.of());
  }

  private DeviceNow now(long nowNanos) {
    return state.now(nowNanos).devices().stream()
        .filter(each -> each.id().equals(GPU_0))
        .findFirst()
        .orElseThrow();
  }

  private DeviceDetail detail(String id, long nowNanos) {
    return state.device(id, nowNanos).orElseThrow();
  }

  private DecisionOutcome newestOutcome() {
    return state.control(NOW, 1, DecisionFilter.ANY).decisions().get(0).outcome();
  }

  private void answer(
      ActuationOutcome outcome,
      long wished,
      @Nullable String activity,
      long atNanos,
      long readBack,
      List<String> pending) {
    state.decision(StateFixture.decision(4, atNanos, wished));
    answered(outcome, activity, atNanos, readBack, pending);
  }

  private void answered(
      ActuationOutcome outcome,
      @Nullable String activity,
      long atNanos,
      long readBack,
      List<String> pending) {
    state.actuation(
        new Actuation(
            "node-1",
            GPU_0,
            7,
            4,
            outcome,
            "ok",
            "",
            activity,
            List.of(),
            30 * SECOND,
            atNanos,
            List.of(StateFixture.inForce(activity, atNanos, atNanos, readBack)),
            pending));
  }
}

package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.policy.Ladders;
import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverlapControlTest {
  private static final long HALF_SECOND = 500_000_000L;
  private static final double OBJECTIVE = 0.1;

  private static final Tunable OVERLAP =
      new Tunable(
          TunableName.CU_OVERLAP,
          TunableUnit.COUNT,
          ValueGrid.evenly(15, 60, 15),
          OptionalLong.of(60),
          true);

  private @Nullable RightSizeTable newest = table(1, 12);
  private final OverlapControl control = new OverlapControl("m", OBJECTIVE, () -> newest);
  private long nanos = 1000 * HALF_SECOND;

  /** Power and late requests of a hundred, by the limit in force; own settings as null. */
  private ToDoubleFunction<@Nullable Integer> watts = limit -> limit == null ? 100 : 80;

  private ToDoubleFunction<@Nullable Integer> late = limit -> 0;
  private int reading;

  OverlapControlTest() {
    control.offer(Ladders.of(List.of(OVERLAP), Map.of()));
  }

  private static RightSizeTable table(long version, int units) {
    OptionalDouble none = OptionalDouble.empty();
    return new RightSizeTable(
        "MI50",
        "m",
        version,
        60,
        0.01,
        0,
        1,
        "",
        List.of(new RightSize("k", 1, 1, units, units, 1, none, 1, none)));
  }

  private void renew(@Nullable RightSizeTable table) {
    newest = table;
    control.review(nanos);
  }

  /** Half seconds in which what is chosen is in force. */
  private void read(int times) {
    for (int i = 0; i < times; i++) {
      Integer limit = control.chosen();
      read(control.wish(), watts.applyAsDouble(limit), late.applyAsDouble(limit));
    }
  }

  private void read(Configuration inForce, double power, double lateNow) {
    nanos += HALF_SECOND;
    reading++;
    int requests = 20 + reading % 3;
    control.read(
        new ServedTime(
            nanos, 0.5, requests, requests, 0, 1, lateNow, lateNow, 0.02, LatencyHistogram.EMPTY),
        nanos,
        OptionalDouble.of(power + reading % 5 * 0.1),
        Set.of(inForce));
  }

  /** Until something was found or given up. */
  private void settle() {
    read(600);
  }

  @Test
  void itGoesDownWhileEachLimitIsMeasuredToTakeLess() {
    watts = limit -> limit == null ? 100 : 70 + limit / 5.0;

    settle();

    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);
    assertThat(control.chosen()).isEqualTo(15);
    assertThat(control.detail()).contains("at most 15 shared units", "right-size table 1");
  }

  @Test
  void itStaysAtTheLimitBelowWhichNothingIsGained() {
    watts = limit -> limit == null ? 100 : 80;

    settle();

    assertThat(control.chosen()).isEqualTo(45);
    assertThat(control.detail()).contains("less power than", "30 shared units: no less power");
  }

  /** As of a runtime that does not follow, or has no table. */
  @Test
  void itKeepsOwnSettingsWhereNothingIsGained() {
    watts = limit -> 100;

    settle();

    assertThat(control.chosen()).isNull();
    assertThat(control.detail()).contains("own settings", "no less power");
  }

  /** What saves power and makes requests late is dropped within the trial, before an alarm. */
  @Test
  void aLimitWithLateRequestsIsNotTakenHoweverMuchItSaves() {
    watts = limit -> limit == null ? 100 : 30 + limit;
    late = limit -> limit != null && limit < 40 ? 2 : 0;
    boolean isMissed = false;
    for (int i = 0; i < 600; i++) {
      read(1);
      isMissed |= control.state() == ServerState.MISSED;
    }

    assertThat(control.chosen()).isEqualTo(45);
    assertThat(isMissed).isFalse();
    assertThat(control.detail()).contains("30 shared units: late requests");
  }

  @Test
  void aMissedObjectiveLeadsToOwnSettingsAtOnceAndTheLimitIsNotTriedForAWhile() {
    settle();
    assertThat(control.chosen()).isEqualTo(45);

    late = limit -> 20;
    while (control.state() != ServerState.MISSED) {
      read(1);
    }
    assertThat(control.chosen()).isNull();
    long missed = nanos;

    late = limit -> 0;
    while (nanos < missed + OverlapControl.BARRED_NANOS - HALF_SECOND) {
      read(1);
      assertThat(control.chosen()).isNull();
    }
    settle();
    assertThat(control.chosen()).isEqualTo(45);
    assertThat(control.state().isAlarm()).isFalse();
  }

  @Test
  void withoutATableOrWithOneThatNeedsAllUnitsNothingIsTried() {
    for (RightSizeTable each : new RightSizeTable[] {null, table(2, 60)}) {
      renew(each);
      for (int i = 0; i < 200; i++) {
        read(1);
        assertThat(control.chosen()).isNull();
      }
      assertThat(control.state()).isEqualTo(ServerState.WAITING);
      assertThat(control.detail()).contains("own settings, since");
    }
  }

  @Test
  void aTableThatGoesOrChangesEndsWhatWasFound() {
    settle();
    renew(null);
    assertThat(control.chosen()).isNull();

    renew(table(1, 12));
    settle();
    assertThat(control.chosen()).isEqualTo(45);
    renew(table(2, 12));
    assertThat(control.chosen()).isNull();
  }

  @Test
  void aSilentOrStuckServerHasOwnSettings() {
    settle();
    control.review(nanos + Hearing.SILENT_NANOS + 1);
    assertThat(control.state()).isEqualTo(ServerState.SILENT);
    assertThat(control.chosen()).isNull();

    settle();
    for (int i = 0; i < 10; i++) {
      nanos += HALF_SECOND;
      control.read(
          new ServedTime(nanos, 0.5, 3, 0, 3, 5, 0, 0, 1, LatencyHistogram.EMPTY),
          nanos,
          OptionalDouble.of(90),
          Set.of(control.wish()));
    }
    assertThat(control.state()).isEqualTo(ServerState.DOUBTED);
    assertThat(control.chosen()).isNull();
  }

  /** Time in which something else was in force proves nothing. */
  @Test
  void whatIsNotInForceIsNotMeasured() {
    for (int i = 0; i < 600; i++) {
      read(Configuration.EMPTY, control.chosen() == null ? 100 : 50, 0);
    }
    assertThat(control.detail()).contains("in turns with");
  }

  /** After ten minutes it is measured whether the best is still better than own settings. */
  @Test
  void whatWasBetterIsLookedAtAgain() {
    settle();
    watts = limit -> 100;
    long nanosBefore = nanos;
    while (control.chosen() != null || control.detail().contains("in turns")) {
      read(1);
      // Ten minutes and a trial.
      assertThat(nanos - nanosBefore)
          .isLessThan(OverlapControl.LOOK_AGAIN_NANOS + 300L * 1_000_000_000L);
    }
    read(200);
    assertThat(control.chosen()).isNull();
  }
}

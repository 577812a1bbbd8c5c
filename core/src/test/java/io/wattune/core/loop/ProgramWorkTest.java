package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgramWorkTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;

  private final ProgramWork programWork = new ProgramWork();
  private long nowNanos = 1000 * SECOND;

  @Test
  void gathersWorkUntilAWindowIsFull() {
    assertThat(work(Book.PROCESS, "train", 200, 10)).isNull();
    assertThat(work(Book.PROCESS, "load", 200, 7)).isNull();
    assertThat(programWork.name()).as("nothing is known yet").isEmpty();
    WorkWindow window = work(Book.PROCESS, "train", 200, 20);

    assertThat(window).isNotNull();
    assertThat(window.startNanos()).isEqualTo(nowNanos - 600 * MILLI);
    assertThat(window.endNanos()).isEqualTo(nowNanos);
    assertThat(window.byName().get("train").work()).isEqualTo(30);
    assertThat(window.byName().get("train").seconds()).isEqualTo(0.4);
    assertThat(window.byName().get("load").work()).isEqualTo(7);
    assertThat(work(Book.PROCESS, "train", 499, 1)).as("the next begins anew").isNull();
  }

  @Test
  void aWindowIsAsLittleTrustedAsTheLeastOfItsWork() {
    take(Book.PROCESS, "train", 100, 1, WorkSignal.PROGRAM);
    take(Book.PROCESS, "train", 100, 1, WorkSignal.PROGRESS);
    WorkWindow mixed = take(Book.PROCESS, "train", 400, 1, WorkSignal.SERVER);
    WorkWindow next = take(Book.PROCESS, "train", 500, 1, null);

    assertThat(Objects.requireNonNull(mixed).signal()).isEqualTo(WorkSignal.PROGRESS);
    assertThat(Objects.requireNonNull(next).signal()).isEqualTo(WorkSignal.PROGRAM);
  }

  @Test
  void onlyTheOutermostLevelThatReportsCounts() {
    work(Book.KERNEL, "kernel", 400, 1);
    work(Book.REQUEST, "request", 400, 1);
    work(Book.PROCESS, "process", 400, 1);
    assertThat(work(Book.JOB, "job", 600, 1)).isNotNull();
    assertThat(programWork.name()).isEqualTo("job");
    for (Book inner : List.of(Book.PROCESS, Book.REQUEST, Book.KERNEL)) {
      assertThat(work(inner, "inner", 600, 1)).as("%s", inner).isNull();
    }

    assertThat(Objects.requireNonNull(work(Book.JOB, "job", 600, 5)).byName())
        .containsOnlyKeys("job");
    assertThat(programWork.name()).isEqualTo("job");
  }

  @Test
  void aLevelThatIsSilentForTenSecondsGivesWayToAnother() {
    work(Book.PROCESS, "process", 600, 1);
    nowNanos += 9 * SECOND;
    assertThat(work(Book.KERNEL, "kernel", 1000, 1)).as("10 s of silence, not more").isNull();
    assertThat(programWork.name()).isEqualTo("process");
    nowNanos += MILLI;

    assertThat(work(Book.KERNEL, "kernel", 600, 1)).isNotNull();
    assertThat(programWork.name()).isEqualTo(ProgramWork.KERNELS);
  }

  @Test
  void programsWithATenthOfTheTimeEachAreAMixWithTheirNamesTogether() {
    for (int i = 0; i < 30; i++) {
      work(Book.PROCESS, "b", 300, 1);
      work(Book.PROCESS, "a", 260, 1);
      work(Book.PROCESS, "rare", 40, 1);
    }
    assertThat(programWork.name()).isEqualTo("a + b");

    for (int i = 0; i < 30; i++) {
      work(Book.PROCESS, "b", 600, 1);
    }
    assertThat(programWork.name()).as("of the last seconds").isEqualTo("b");
  }

  @Test
  void kernelsAloneAreOneProgramWhateverTheyAreCalled() {
    work(Book.KERNEL, "gemm", 300, 1);
    WorkWindow window = work(Book.KERNEL, "copy", 300, 1);

    assertThat(Objects.requireNonNull(window).byName()).containsOnlyKeys("gemm", "copy");
    assertThat(programWork.name()).isEqualTo(ProgramWork.KERNELS);
  }

  @Test
  void countersStandForWorkWhereNothingBetterHasComeForTenSeconds() {
    WorkWindow first = counters();
    assertThat(Objects.requireNonNull(first).signal()).isEqualTo(WorkSignal.COUNTERS);
    assertThat(first.byName().get(ProgramWork.COMPUTE).work()).isEqualTo(0.5 * 1e9);
    assertThat(first.byName().get(ProgramWork.MEMORY).work()).isEqualTo(3e9);
    assertThat(programWork.name()).isEqualTo(ProgramWork.COUNTERS);

    work(Book.PROCESS, "train", 600, 1);
    nowNanos += 9 * SECOND;
    assertThat(counters()).as("10 s after work").isNull();
    assertThat(programWork.name()).isEqualTo("train");
    assertThat(counters()).as("11 s after work").isNotNull();
  }

  @Test
  void aPeriodWithoutCountersOfUseIsNoWork() {
    nowNanos += SECOND;
    assertThat(programWork.take(reading(null, null, SECOND, List.of(), null))).isNull();
    assertThat(programWork.name()).isEmpty();
  }

  /** Fails where the program before is part of a mix with its successor. */
  @Test
  void whatEndedBeforeASilenceIsNoPartOfTheName() {
    for (int i = 0; i < 20; i++) {
      work(Book.PROCESS, "train", 600, 1);
    }
    nowNanos += 11 * SECOND;
    work(Book.PROCESS, "other", 600, 1);
    assertThat(programWork.name()).isEqualTo("other");
  }

  /** A server without requests reports, and does nothing. */
  @Test
  void workOfZeroIsNoSignOfLife() {
    work(Book.PROCESS, "server", 600, 1);
    for (int i = 0; i < 20; i++) {
      work(Book.PROCESS, "server", 600, 0);
    }
    assertThat(programWork.isSilent(nowNanos)).isTrue();
    work(Book.PROCESS, "server", 600, 1);
    assertThat(programWork.isSilent(nowNanos)).isFalse();
  }

  /** Fails where work of a kernel, or counters, stand for a program between two of its reports. */
  @Test
  void aLevelThatReportsRarelyIsNotReplacedBetweenItsReports() {
    for (int i = 0; i < 3; i++) {
      work(Book.JOB, "job", 15_000, 1);
    }
    nowNanos += 14 * SECOND;
    assertThat(counters()).isNull();
    assertThat(work(Book.KERNEL, "kernel", 600, 1)).isNull();
    assertThat(programWork.name()).isEqualTo("job");
  }

  /** What was delivered before a pause of more than a second says nothing of what comes after. */
  @Test
  void aPauseBeginsAWindowAnew() {
    work(Book.PROCESS, "train", 300, 1000);
    nowNanos += SECOND + MILLI;
    assertThat(work(Book.PROCESS, "train", 300, 1)).isNull();
    WorkWindow window = work(Book.PROCESS, "train", 300, 2);

    assertThat(Objects.requireNonNull(window).byName().get("train").work()).isEqualTo(3);
    assertThat(window.startNanos()).isEqualTo(nowNanos - 600 * MILLI);
  }

  @Test
  void ofAShorterPauseTheWindowGoesOn() {
    work(Book.PROCESS, "train", 300, 4);
    nowNanos += SECOND;
    WorkWindow window = work(Book.PROCESS, "train", 300, 1);

    assertThat(Objects.requireNonNull(window).byName().get("train").work()).isEqualTo(5);
  }

  private @Nullable WorkWindow counters() {
    nowNanos += SECOND;
    return programWork.take(
        reading(
            null,
            null,
            SECOND,
            List.of(
                new CounterValue(
                    CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, 0.5),
                new CounterValue(CounterName.SM_CLOCK, CounterUnit.HERTZ, CounterKind.LAST, 1e9),
                new CounterValue(
                    CounterName.READ_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, 2e9),
                new CounterValue(
                    CounterName.WRITTEN_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, 1e9)),
            null));
  }

  private @Nullable WorkWindow work(Book level, String name, long millis, double work) {
    return take(level, name, millis, work, WorkSignal.PROGRAM);
  }

  private @Nullable WorkWindow take(
      Book level, String name, long millis, double work, @Nullable WorkSignal signal) {
    nowNanos += millis * MILLI;
    var value = new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work);
    return programWork.take(reading(level, name, millis * MILLI, List.of(value), signal));
  }

  private CounterReading reading(
      @Nullable Book level,
      @Nullable String name,
      long lastsNanos,
      List<CounterValue> counters,
      @Nullable WorkSignal signal) {
    return new CounterReading(
        "node-1/gpu-0",
        0,
        nowNanos - lastsNanos,
        nowNanos,
        level,
        name == null ? null : "id",
        name,
        counters,
        false,
        signal,
        Map.of());
  }
}

package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.loop.WorkWindow.Delivered;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.FineState;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Objective;
import io.wattune.core.policy.RateStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProgramRecordTest {
  private static final Offset<Double> EXACT = within(1e-12);

  @Test
  void partsInDifferentUnitsAddUpByTheTimeThatTheirWorkWouldHaveTaken() {
    ProgramRecord record = new ProgramRecord(own("train"));
    assertThat(rate(record, Map.of("tokens", at(1000, 1), "bytes", at(3e9, 3)))).isEqualTo(1);

    // Tokens at half of their rate, bytes at their own: 1 s and 1 s of work in 2 s and 1 s.
    assertThat(rate(record, Map.of("tokens", at(1000, 2), "bytes", at(1e9, 1))))
        .isCloseTo(2.0 / 3, EXACT);
    assertThat(rate(record, Map.of("bytes", at(2e9, 1)))).isCloseTo(2, EXACT);
    assertThat(rate(record, Map.of("tokens", at(1000, 1), "bytes", at(3e9, 3))))
        .as("the first rate stays what is compared with")
        .isCloseTo(1, EXACT);
  }

  @Test
  void partsFirstSeenAtOtherSettingsDoNotCount() {
    ProgramRecord record = new ProgramRecord(own("train"));
    rate(record, Map.of("known", at(100, 1)));
    record.memory = lowered("train");

    assertThat(rate(record, Map.of("known", at(90, 1), "new", at(5, 1))))
        .as("the known half alone")
        .isCloseTo(0.9, EXACT);
    assertThat(record.rate(window(Map.of("known", at(90, 1), "new", at(5, 1.1)))))
        .as("most of it is new")
        .isEmpty();
    assertThat(record.rate(window(Map.of("new", at(5, 1))))).isEmpty();

    record.memory = own("train");
    rate(record, Map.of("known", at(100, 1), "new", at(10, 1)));
    record.memory = lowered("train");
    assertThat(rate(record, Map.of("new", at(5, 1)))).as("seen at own now").isCloseTo(0.5, EXACT);
  }

  @Test
  void aPartThatDeliversNothingAtOwnSettingsIsNotKnown() {
    ProgramRecord record = new ProgramRecord(own("train"));

    assertThat(record.rate(window(Map.of("idle", at(0, 1))))).isEmpty();
    assertThat(rate(record, Map.of("idle", at(8, 2)))).as("until it does").isEqualTo(1);
  }

  @Test
  void remembersSoManyPartsAndNoMore() {
    ProgramRecord record = new ProgramRecord(own("train"));
    for (int i = 0; i < 64; i++) {
      rate(record, Map.of("part" + i, at(100, 1)));
    }

    assertThat(record.rate(window(Map.of("one more", at(100, 1))))).isEmpty();
    assertThat(rate(record, Map.of("part63", at(50, 1)))).isCloseTo(0.5, EXACT);
  }

  @Test
  void byCountersTheRateThatFallsMostCountsTwice() {
    ProgramRecord record = estimated();

    assertThat(record.isEstimated()).isTrue();
    assertThat(rate(record, counters(90, 200))).as("compute fell").isCloseTo(0.81, EXACT);
    assertThat(rate(record, counters(100, 160))).as("memory fell").isCloseTo(0.64, EXACT);
    assertThat(rate(record, counters(95, 180))).as("both did").isCloseTo(0.81, EXACT);
    assertThat(rate(record, Map.of(ProgramWork.MEMORY, at(190, 1)))).isCloseTo(0.9025, EXACT);
    assertThat(record.rate(window(Map.of("other", at(1, 1))))).isEmpty();
  }

  /** Their mean is what is compared with, so that the noise of one is not. */
  @Test
  void theFirstWindowsOfCountersAreNotJudged() {
    ProgramRecord record = new ProgramRecord(own(ProgramWork.COUNTERS));
    for (double compute : new double[] {80, 120, 90, 110}) {
      assertThat(record.rate(window(counters(compute, 200)))).isEmpty();
    }

    assertThat(rate(record, counters(100, 200))).isCloseTo(1, EXACT);
  }

  @Test
  void countersAtOtherSettingsAreNoReference() {
    ProgramRecord record = new ProgramRecord(lowered(ProgramWork.COUNTERS));
    for (int i = 0; i < 8; i++) {
      assertThat(record.rate(window(counters(50, 100)))).isEmpty();
    }
    record.memory = own(ProgramWork.COUNTERS);
    for (int i = 0; i < 4; i++) {
      assertThat(record.rate(window(counters(100, 200)))).isEmpty();
    }

    assertThat(rate(record, counters(100, 200))).isCloseTo(1, EXACT);
  }

  private static ProgramRecord estimated() {
    ProgramRecord record = new ProgramRecord(own(ProgramWork.COUNTERS));
    for (int i = 0; i < 4; i++) {
      assertThat(record.rate(window(counters(100, 200)))).isEmpty();
    }
    record.memory = lowered(ProgramWork.COUNTERS);
    return record;
  }

  private static Map<String, Delivered> counters(double compute, double memory) {
    return Map.of(ProgramWork.COMPUTE, at(compute, 1), ProgramWork.MEMORY, at(memory, 1));
  }

  private static double rate(ProgramRecord record, Map<String, Delivered> byName) {
    OptionalDouble rate = record.rate(window(byName));
    assertThat(rate).isPresent();
    return rate.getAsDouble();
  }

  private static Delivered at(double work, double seconds) {
    return new Delivered(work, seconds);
  }

  private static WorkWindow window(Map<String, Delivered> byName) {
    return new WorkWindow(0, 1_000_000_000L, byName, OptionalDouble.empty(), WorkSignal.PROGRAM);
  }

  private static KernelMemory own(String name) {
    return new FinePolicy(
            new FineSettings(0.02, 8, 64, 3, 4, 12, 5, 600_000_000_000L, Objective.ENERGY))
        .begin(name, 0)
        .orElseThrow();
  }

  private static KernelMemory lowered(String name) {
    FineMemory first = (FineMemory) own(name);
    return new FineMemory(
        name,
        FineState.LOWER,
        Map.of("core.clock", 1),
        Map.of(),
        List.of(),
        "",
        List.of(),
        RateStatistics.NONE,
        RateStatistics.NONE,
        RateStatistics.NONE,
        RateStatistics.NONE,
        RateStatistics.NONE,
        first.scores(),
        first.budget(),
        first.tolerance(),
        first.objective(),
        false,
        0,
        0,
        0,
        0,
        0,
        0);
  }
}

package io.wattune.core.saving;

import static io.wattune.core.saving.Bench.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.ledger.Book;
import io.wattune.core.saving.Bench.Energy;
import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class FleetSavingsTest {
  private static Consumer<FleetSavings> tuned(double at) {
    return each -> {
      each.decision(Bench.decision(1, at, "k", 800));
      each.actuation(Bench.actuation(1, ActuationOutcome.APPLIED, at, 10));
    };
  }

  private static FleetSavings savings(int mostOpen) {
    return new FleetSavings(0, mostOpen);
  }

  /** Two kernels, two revisions, decisions, counters, a restore: one answer in whatever order. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void theOrderOfRecordsDoesNotMatter(@ForAll long seed) {
    List<Consumer<FleetSavings>> records = records();
    FleetSavings inOrder = Bench.savings();
    records.forEach(each -> each.accept(inOrder));
    Collections.shuffle(records, Seeds.random(seed));
    FleetSavings shuffled = Bench.savings();
    for (int i = 0; i < records.size(); i++) {
      records.get(i).accept(shuffled);
      if (i % 7 == 0) {
        assertThat(shuffled.saving().dropped()).as("asking changes nothing").isZero();
      }
    }

    assertAlike(shuffled.saving().total(), inOrder.saving().total());
    // The kernel k at 8 s and 10 s, j at 13 s, 15 s, 17 s and 19 s.
    assertThat(inOrder.saving().total().invocations()).isEqualTo(6);
    assertThat(shuffled.saving().byKernel()).hasSize(2);
    assertAlike(
        shuffled.saving().byKernel().get(0).saving(), inOrder.saving().byKernel().get(0).saving());
  }

  private static List<Consumer<FleetSavings>> records() {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double start = i;
      String kernel = i % 2 == 0 ? "k" : "j";
      double joules = 100 + 3 * i % 7;
      for (int revision = 0; revision < 2; revision++) {
        int number = revision;
        var energy = new Energy(joules + number, 2, 1);
        records.add(
            each ->
                each.energy(
                    entry(
                        Bench.DEVICE,
                        kernel,
                        start,
                        start + 0.7,
                        energy,
                        number,
                        Quality.CORRECTED)));
      }
      records.add(each -> each.counters(Bench.work(kernel, start, start + 0.7, 10 + start % 3)));
    }
    records.add(each -> each.profile(Bench.profile(0.05, 1, 0)));
    records.add(each -> each.decision(Bench.decision(1, 7, "k", 800)));
    records.add(each -> each.decision(Bench.decision(2, 9, "k", 700)));
    records.add(each -> each.actuation(Bench.actuation(1, ActuationOutcome.APPLIED, 7.85, 9)));
    records.add(each -> each.actuation(Bench.actuation(2, ActuationOutcome.APPLIED, 9.85, 9)));
    records.add(each -> each.decision(Bench.decision(3, 11, "j", 700)));
    records.add(each -> each.actuation(Bench.actuation(3, ActuationOutcome.APPLIED, 11.85, 9)));
    records.add(each -> each.actuation(Bench.actuation(3, ActuationOutcome.RESTORED, 19.85, 0)));
    return records;
  }

  private static void assertAlike(Saving one, Saving other) {
    assertThat(one.joules()).isEqualTo(other.joules(), within(1e-9));
    assertThat(one.standardErrorJoules()).isEqualTo(other.standardErrorJoules(), within(1e-6));
    assertThat(one.references()).isEqualTo(other.references());
    assertThat(one.invocations()).isEqualTo(other.invocations());
    assertThat(one.referenceNanos()).isEqualTo(other.referenceNanos());
    assertThat(one.notCompared().keySet()).isEqualTo(other.notCompared().keySet());
    assertThat(one.left().seconds()).isEqualTo(other.left().seconds(), within(1e-9));
  }

  @Test
  void aNewerRevisionReplacesTheOlderOneAndAnOlderOneNothing() {
    FleetSavings savings = Bench.savings();
    tuned(10).accept(savings);
    for (int i = 0; i < 3; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, Energy.of(100)));
    }
    for (int revision : new int[] {1, 3, 2, 3}) {
      savings.energy(
          entry(Bench.DEVICE, "k", 11, 12, Energy.of(90 - revision), revision, Quality.CORRECTED));
    }

    assertThat(savings.saving().total().joules()).isEqualTo(13, within(1e-9));
    assertThat(savings.saving().total().invocations()).isEqualTo(1);
  }

  @Test
  void whatIsOldGoesIntoTheSumsAndIsNotChangedAnyMore() {
    FleetSavings savings = Bench.savings();
    tuned(10).accept(savings);
    for (int i = 0; i < 3; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, Energy.of(100)));
    }
    savings.energy(entry("k", 11, 12, Energy.of(80)));
    double before = savings.saving().total().joules();
    savings.energy(entry("later", 2000, 2001, Energy.of(1)));

    assertThat(savings.saving().total().joules()).isEqualTo(before);
    savings.energy(entry(Bench.DEVICE, "k", 11, 12, Energy.of(50), 1, Quality.CORRECTED));
    savings.counters(Bench.work("k", 11, 12, 5));
    assertThat(savings.saving().total().joules()).isEqualTo(before);
    assertThat(savings.saving().dropped()).isEqualTo(2);
  }

  @Test
  void withoutRoomWhatIsNotToldYetIsNotTakenForOwnSettings() {
    FleetSavings savings = savings(2);
    for (int i = 0; i < 5; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, Energy.of(100)));
    }
    Amount crowded = savings.saving().total().notCompared().get(NotCompared.CROWDED);
    assertThat(crowded).isNotNull();
    assertThat(crowded.invocations()).isEqualTo(3);

    FleetSavings told = savings(2);
    tuned(20).accept(told);
    for (int i = 0; i < 5; i++) {
      told.energy(entry("k", i * 2, i * 2 + 1, Energy.of(100)));
    }
    told.energy(entry("k", 21, 22, Energy.of(90)));
    assertThat(told.saving().total().notCompared()).isEmpty();
    assertThat(told.saving().total().joules()).isEqualTo(10, within(1e-9));
  }

  @Test
  void kernelsBeyondTheirNumberAreNotCompared() {
    FleetSavings savings = Bench.savings();
    int most = SavingSettings.MOST_KERNELS;
    for (int i = 0; i < most + 5; i++) {
      savings.energy(entry("k" + i, i, i + 1, Energy.of(1)));
    }
    Amount crowded = savings.saving().total().notCompared().get(NotCompared.CROWDED);
    assertThat(crowded).isNotNull();
    assertThat(crowded.invocations()).isEqualTo(5);
    assertThat(savings.saving().byKernel()).hasSize(most + 1);
  }

  /** What is known of one device must not drown in the error of another one. */
  @Test
  void energyThatIsNotKnownToHalfOfItIsNotCompared() {
    FleetSavings savings = Bench.savings();
    tuned(10).accept(savings);
    for (int i = 0; i < 4; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, new Energy(100, 4, 4)));
      savings.energy(entry("k", i * 2 + 1, i * 2 + 1.5, new Energy(50, 26, 26)));
    }
    savings.energy(entry("k", 13, 14, new Energy(80, 3, 3)));
    savings.energy(entry("k", 15, 16, new Energy(80, 41, 41)));

    Saving total = savings.saving().total();
    assertThat(total.joules()).isEqualTo(20, within(1e-9));
    assertThat(total.standardErrorJoules()).isLessThan(8);
    assertThat(total.notCompared().get(NotCompared.NO_ENERGY))
        .extracting(Amount::invocations)
        .isEqualTo(5L);
  }

  @Test
  void shortInvocationsCountOnlyWhileNothingIsTuned() {
    FleetSavings savings = Bench.savings();
    tuned(10).accept(savings);
    for (int i = 0; i < 4; i++) {
      savings.energy(entry("other", i * 2, i * 2 + 0.02, Energy.of(1)));
    }
    savings.energy(entry("other", 11, 11.02, Energy.of(1)));

    Saving total = savings.saving().total();
    assertThat(total.ownSeconds()).isEqualTo(0.08, within(1e-9));
    assertThat(total.notCompared()).containsOnlyKeys(NotCompared.TOO_SHORT);
  }

  @Test
  void shortInvocationsCountWhereTheirSettingsWereReadBack() {
    FleetSavings savings = Bench.savings();
    tuned(10).accept(savings);
    for (int i = 0; i < 4; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 0.02, Energy.of(2)));
    }
    savings.energy(entry("k", 13, 13.02, Energy.of(1)));
    assertThat(savings.saving().total().joules()).isEqualTo(1, within(1e-9));
    assertThat(savings.saving().total().notCompared()).isEmpty();

    // 2 ms of it are a tenth: the switch to the settings of k came while it ran.
    savings.energy(entry("other", 11, 11.02, Energy.of(1)));
    savings.energy(entry("k", 9.998, 10.018, Energy.of(1)));
    assertThat(savings.saving().total().joules()).isEqualTo(1, within(1e-9));
    assertThat(savings.saving().total().notCompared().get(NotCompared.TOO_SHORT))
        .extracting(Amount::invocations)
        .isEqualTo(2L);
  }

  /** With one configuration for whatever runs no neighbour's can be in force. */
  @Test
  void shortInvocationsCountUnderTheDefaultConfiguration() {
    FleetSavings savings = Bench.savings();
    new ProgramRuns(
            Book.PROCESS,
            List.of(
                new ProgramRuns.Phase(10, false, 100, 1), new ProgramRuns.Phase(10, true, 80, 1)))
        .settings()
        .forEach(each -> each.accept(savings));
    for (int i = 0; i < 4; i++) {
      savings.energy(entry("short", i * 2, i * 2 + 0.02, Energy.of(2)));
    }
    savings.energy(entry("short", 11, 11.02, Energy.of(1)));

    Saving total = savings.saving().total();
    assertThat(total.notCompared()).isEmpty();
    assertThat(total.joules()).isEqualTo(1, within(1e-9));
  }

  /** Each of two devices errs by its own gain: 5 J each. On one device two kernels err alike. */
  @Test
  void gainsAddUpWithinADeviceAndInSquaresOverDevices() {
    FleetSavings savings = Bench.savings();
    for (String device : List.of("n/a", "n/b")) {
      KernelSavingRuns.add(savings, device);
    }
    FleetSaving saving = savings.saving();

    assertThat(saving.byDevice()).hasSize(2);
    // Two kernels of one device, 5 J each: 10 J, since their gain is one.
    assertThat(saving.byDevice().get(0).saving().standardErrorJoules()).isEqualTo(10, within(0.05));
    assertThat(saving.byKernel().get(0).saving().standardErrorJoules())
        .isEqualTo(5 * Math.sqrt(2), within(0.05));
    assertThat(saving.total().standardErrorJoules()).isEqualTo(10 * Math.sqrt(2), within(0.05));
    assertThat(saving.total().devices()).isEqualTo(2);
    FleetSaving one = savings.saving("n/a");
    assertThat(one).isNotNull();
    assertThat(one.total()).isEqualTo(saving.byDevice().get(0).saving());
    assertThat(savings.saving("nobody")).isNull();
  }
}

package io.wattune.core.saving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.saving.ProgramRuns.Phase;
import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** A simulated program whose power and rate at two settings are known. */
class ProgramSavingsTest {
  /** 200 W and 50 of work per second at own settings, 150 W and 48 per second at others. */
  private static final ProgramRuns RUN =
      new ProgramRuns(
          Book.PROCESS, List.of(new Phase(30, false, 200, 50), new Phase(40, true, 150, 48)));

  private static Saving total(List<Consumer<FleetSavings>> records) {
    FleetSavings savings = Bench.savings();
    records.forEach(each -> each.accept(savings));
    return savings.saving().total();
  }

  @Test
  void savedEnergyAndPerformanceOfAProgramAreThoseOfItsTruth() {
    FleetSavings savings = Bench.savings();
    RUN.records(Seeds.random(1), 0, 0).forEach(each -> each.accept(savings));
    Saving total = savings.saving().total();

    double joulesOfSecond = 200 * 48 / 50.0 - 150;
    assertThat(total.invocations()).isBetween(36L, 39L);
    assertThat(total.joules()).isEqualTo(total.seconds() * joulesOfSecond, within(1e-6));
    assertThat(total.performanceChange()).isEqualTo(48 / 50.0 - 1, within(1e-9));
    assertThat(savings.saving().byKernel())
        .extracting(FleetSaving.NamedSaving::name)
        .containsExactly("p");
    assertThat(total.notCompared()).as("seconds that the change is in").isNotEmpty();
    assertThat(total.notCompared().keySet())
        .isSubsetOf(NotCompared.SETTLING, NotCompared.UNCONFIRMED);
  }

  @Test
  void twoStatedErrorsHoldTheTruthInNineteenOfTwenty() {
    int held = 0;
    double errors = 0;
    double stated = 0;
    for (long seed = 0; seed < 200; seed++) {
      Saving total = total(RUN.records(Seeds.random(seed), 4, 0.02));
      double truth = total.seconds() * (200 * 48 / 50.0 - 150);
      double error = total.joules() - truth;
      held += Math.abs(error) <= 2 * total.standardErrorJoules() ? 1 : 0;
      errors += error * error;
      stated += total.standardErrorJoules() * total.standardErrorJoules();
    }
    assertThat(held).isBetween(180, 200);
    assertThat(Math.sqrt(stated / errors)).isBetween(0.7, 2.0);
  }

  /** Late, repeated, in any order: one answer. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void theOrderOfRecordsDoesNotMatter(@ForAll long seed) {
    List<Consumer<FleetSavings>> records = RUN.records(Seeds.random(3), 2, 0.02);
    Saving inOrder = total(records);
    List<Consumer<FleetSavings>> shuffled = new ArrayList<>(records);
    Random random = Seeds.random(seed);
    for (int i = 0; i < 30; i++) {
      shuffled.add(records.get(random.nextInt(records.size())));
    }
    Collections.shuffle(shuffled, random);
    FleetSavings savings = Bench.savings();
    for (int i = 0; i < shuffled.size(); i++) {
      shuffled.get(i).accept(savings);
      if (i % 17 == 0) {
        assertThat(savings.saving().dropped()).as("asking changes nothing").isZero();
      }
    }
    Saving other = savings.saving().total();

    assertThat(other.joules()).isEqualTo(inOrder.joules(), within(1e-6));
    assertThat(other.standardErrorJoules()).isEqualTo(inOrder.standardErrorJoules(), within(1e-6));
    assertThat(other.invocations()).isEqualTo(inOrder.invocations());
    assertThat(other.notCompared().keySet()).isEqualTo(inOrder.notCompared().keySet());
  }

  /** A job and its process report the same work: the job's counts, alone. */
  @Test
  void ofTwoLevelsTheOutermostCounts() {
    List<Consumer<FleetSavings>> records = RUN.records(Seeds.random(1), 0, 0);
    Saving alone = total(records);
    new ProgramRuns(Book.REQUEST, List.of(new Phase(30, false, 0, 7), new Phase(40, true, 0, 1)))
        .readings()
        .forEach(reading -> records.add(each -> each.counters(reading)));

    assertThat(total(records).joules()).isEqualTo(alone.joules(), within(1e-9));
  }

  /** Two phases in units of their own: each unit is worth its time at own settings. */
  @Test
  void unitsOfSeveralNamesAreMadeOne() {
    List<Consumer<FleetSavings>> records = RUN.records(Seeds.random(1), 0, 0);
    Saving one = total(records);
    List<Consumer<FleetSavings>> split = new ArrayList<>();
    RUN.energy(Seeds.random(1), 0).forEach(split::add);
    RUN.settings().forEach(split::add);
    for (CounterReading each : RUN.readings()) {
      boolean isOdd = each.sequence() % 2 == 1;
      CounterReading named =
          new CounterReading(
              each.device(),
              each.sequence(),
              each.startNanos(),
              each.endNanos(),
              each.level(),
              isOdd ? "odd" : "even",
              isOdd ? "odd" : "even",
              List.of(
                  new CounterValue(
                      CounterName.WORK,
                      CounterUnit.WORK,
                      CounterKind.INCREASE,
                      each.value(CounterName.WORK).orElseThrow() * (isOdd ? 1000 : 1))),
              false);
      split.add(savings -> savings.counters(named));
    }
    Saving two = total(split);

    assertThat(two.joules()).isEqualTo(one.joules(), within(0.01 * one.joules()));
    assertThat(two.performanceChange()).isEqualTo(one.performanceChange(), within(2e-3));
  }

  /**
   * By counters the work is taken to fall twice as much as they do: less is said to be saved, and
   * what they say themselves is one standard error more.
   */
  @Test
  void whereNothingReportsWorkTheCountersStandForIt() {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    RUN.energy(Seeds.random(1), 0).forEach(records::add);
    RUN.settings().forEach(records::add);
    for (CounterReading each : RUN.readings()) {
      double perSecond = each.value(CounterName.WORK).orElseThrow() / each.seconds();
      CounterReading counters =
          new CounterReading(
              each.device(),
              each.sequence(),
              each.startNanos(),
              each.endNanos(),
              null,
              null,
              null,
              List.of(
                  new CounterValue(
                      CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, 0.5),
                  new CounterValue(
                      CounterName.CORE_CLOCK, CounterUnit.HERTZ, CounterKind.MEAN, 20 * perSecond)),
              false);
      records.add(savings -> savings.counters(counters));
    }
    Saving total = total(records);

    double work = 48 / 50.0 * 48 / 50.0;
    assertThat(total.joules()).isEqualTo(total.seconds() * (200 * work - 150), within(0.1));
    assertThat(total.performanceChange()).isEqualTo(work - 1, within(1e-3));
    double guard = 48 / 50.0 - work;
    assertThat(total.standardErrorJoules()).isEqualTo(total.seconds() * 200 * guard, within(0.1));
    assertThat(total.performanceError()).isEqualTo(guard, within(1e-3));
    assertThat(total.quality()).isEqualTo(Quality.ESTIMATED);
  }

  @Test
  void whereKernelsCountTheirWorkTheSecondsDoNot() {
    List<Consumer<FleetSavings>> records = RUN.records(Seeds.random(1), 0, 0);
    for (int i = 0; i < 5; i++) {
      double start = 2 * i;
      records.add(each -> each.energy(Bench.entry("k", start, start + 1, Bench.Energy.of(100))));
      records.add(each -> each.counters(Bench.work("k", start, start + 1, 3)));
    }
    FleetSavings savings = Bench.savings();
    records.forEach(each -> each.accept(savings));

    assertThat(savings.saving().byKernel())
        .extracting(FleetSaving.NamedSaving::name)
        .containsExactly("k");
    assertThat(savings.saving().total().ownSeconds()).isEqualTo(5, within(1e-9));
  }

  @Test
  void secondsWhoseWorkIsKnownInPartAreLeftOut() {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    RUN.energy(Seeds.random(1), 0).forEach(records::add);
    RUN.settings().forEach(records::add);
    RUN.readings().stream()
        .filter(each -> each.startNanos() < Bench.nanos(50) || each.startNanos() >= Bench.nanos(60))
        .forEach(reading -> records.add(each -> each.counters(reading)));
    Saving total = total(records);

    Amount left = total.notCompared().get(NotCompared.NO_WORK);
    assertThat(left).isNotNull();
    assertThat(left.seconds()).isBetween(9.0, 11.0);
    assertThat(total.performanceChange()).isEqualTo(48 / 50.0 - 1, within(1e-9));
  }

  @Test
  void withoutAnswersNothingIsTakenForOtherSettings() {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    RUN.energy(Seeds.random(1), 0).forEach(records::add);
    RUN.readings().forEach(reading -> records.add(each -> each.counters(reading)));

    assertThat(total(records).isKnown()).isFalse();
  }

  /** What is closed goes into sums, so that a long run changes neither answer nor memory. */
  @Test
  void whatIsOldIsInTheSums() {
    FleetSavings savings = Bench.savings();
    List<Consumer<FleetSavings>> records = RUN.records(Seeds.random(1), 2, 0.02);
    records.forEach(each -> each.accept(savings));
    Saving before = savings.saving().total();
    savings.energy(ProgramRuns.second(5000, 100, 0));
    Saving after = savings.saving().total();

    assertThat(after.joules()).isEqualTo(before.joules(), within(1e-6));
    assertThat(after.invocations()).isEqualTo(before.invocations());
    savings.energy(ProgramRuns.second(10, 100, 0));
    assertThat(savings.saving().dropped()).isEqualTo(1);
  }
}

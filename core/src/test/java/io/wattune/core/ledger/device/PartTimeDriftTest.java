package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A boxcar that sees a part of the time, under short loads that drift through its updates: for as
 * long as the drift takes, readings show the same part of each load.
 */
class PartTimeDriftTest {
  private static final int LOADS = 80;
  private static final int TOGETHER = 10;
  private static final double NOISE = 0.3;

  /** The horizon is shorter than the trace, so that activities are forgotten on the way. */
  private static final double HORIZON = 10;

  /** Errors over stated errors. */
  private static final class Tally {
    private int entries;
    private int within;

    void add(LedgerEntry entry, double joules) {
      double off = entry.energyMicrojoules() * 1e-6 - joules;
      entries++;
      within += Math.abs(off) <= 2e-6 * entry.standardErrorMicrojoules() ? 1 : 0;
    }

    double share() {
      return (double) within / entries;
    }
  }

  /** Loads of a fifth of a period to a whole one, each a little later in its period. */
  private static final class Case {
    final double period;
    final double window;
    final double[] starts = new double[LOADS + 1];
    final PowerTrace power = PowerTrace.from(60).hold(3);
    final double load;
    final Polls polls;

    Case(int seed) {
      Random random = Seeds.random(seed);
      period = random.nextBoolean() ? 0.1 : 0.02;
      window = period * (0.1 + 0.5 * random.nextDouble());
      load = period * (0.2 + 0.8 * random.nextDouble());
      double drift = period * (random.nextBoolean() ? 0.04 : 0.3 * random.nextDouble());
      double cycle = period * (load > 0.9 * period ? 2 : 1) + drift;
      double jitter = seed % 3 == 0 ? 0.2 * period : 0;
      for (int i = 0; i < LOADS; i++) {
        starts[i] = power.seconds();
        power.level(180, load).level(60, cycle - load + jitter * random.nextDouble());
      }
      starts[LOADS] = power.seconds();
      power.level(60, 3);
      Response response = Response.boxcar(window);
      Sensor sensor = new Sensor(response, period, period * random.nextDouble(), NOISE, 0.01);
      polls = sensor.poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), seed);
    }

    private Activity load(Book book, int i, boolean isNamed) {
      String id = book.label() + i;
      return new Activity(
          Polls.DEVICE,
          id,
          book,
          isNamed ? "load" : id,
          Sensor.nanos(starts[i]),
          Sensor.nanos(starts[i] + load),
          null,
          Map.of());
    }

    LedgerRun run(int blockSize, boolean isNamed) {
      LedgerRun run = LedgerRun.given(Profiles.boxcar(window, 0, period, 0, NOISE), HORIZON);
      for (int i = 0; i < LOADS; i++) {
        run.activity(load(Book.SPAN, i, isNamed));
        run.activity(load(Book.KERNEL, i, isNamed));
      }
      for (int i = 0; i < LOADS; i += TOGETHER) {
        run.span("t" + i, starts[i], starts[i + TOGETHER]);
      }
      return run.take(polls, blockSize).end();
    }
  }

  /** Of all loads of a run together. */
  private static final class Sums {
    private final double[] off;
    private int runs;
    private int within;

    Sums(int most) {
      off = new double[most];
    }

    void add(LedgerRun run, Book book, double truth) {
      double joules = 0;
      double common = 0;
      double variance = 0;
      for (int i = 0; i < LOADS; i++) {
        LedgerEntry entry = run.of(book, book.label() + i);
        double scale = entry.scaleErrorMicrojoules() * 1e-6;
        double all = entry.standardErrorMicrojoules() * 1e-6;
        joules += entry.energyMicrojoules() * 1e-6;
        common += scale;
        variance += Math.max(0, all * all - scale * scale);
      }
      double error = Math.sqrt(common * common + variance);
      off[runs++] = Math.abs(joules / truth - 1);
      within += Math.abs(joules - truth) <= 2 * error ? 1 : 0;
    }

    double share() {
      return (double) within / runs;
    }

    double quantile(double share) {
      double[] sorted = Arrays.copyOf(off, runs);
      Arrays.sort(sorted);
      return sorted[(int) (share * runs)];
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void entriesLieWithinTwoErrors(boolean isNamed) {
    check(isNamed, 5);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void entriesOfManyRunsLieWithinTwoErrors(boolean isNamed) {
    check(isNamed, 50);
  }

  private static void check(boolean isNamed, int runs) {
    Tally spans = new Tally();
    Tally kernels = new Tally();
    Tally together = new Tally();
    Tally windows = new Tally();
    Sums sumsOfSpans = new Sums(runs);
    Sums sumsOfKernels = new Sums(runs);
    for (int seed = 0; seed < runs; seed++) {
      Case one = new Case(seed);
      LedgerRun run = one.run(40, isNamed);
      double all = 0;
      for (int i = 0; i < LOADS; i++) {
        double truth = one.power.joules(one.starts[i], one.starts[i] + one.load);
        spans.add(run.of(Book.SPAN, "span" + i), truth);
        kernels.add(run.of(Book.KERNEL, "kernel" + i), truth);
        all += truth;
      }
      sumsOfSpans.add(run, Book.SPAN, all);
      sumsOfKernels.add(run, Book.KERNEL, all);
      for (int i = 0; i < LOADS; i += TOGETHER) {
        double truth = one.power.joules(one.starts[i], one.starts[i + TOGETHER]);
        together.add(run.span("t" + i), truth);
      }
      for (LedgerEntry window : run.book(Book.WINDOW1S)) {
        double from = (window.startNanos() - Sensor.nanos(0)) * 1e-9;
        if (from >= 3 && from + 1 <= one.starts[LOADS]) {
          windows.add(window, one.power.joules(from, from + 1));
        }
      }
    }
    // Without the activities' word it was 81 % of the spans, 60 % of ten loads together.
    assertThat(spans.share()).as("spans").isGreaterThan(0.95);
    assertThat(together.share()).as("ten loads together").isGreaterThan(0.95);
    assertThat(windows.share()).as("windows").isGreaterThan(0.95);
    assertThat(kernels.share()).as("kernels").isGreaterThan(0.95);
    assertThat(sumsOfSpans.share()).as("sums of spans").isGreaterThan(0.95);
    assertThat(sumsOfKernels.share()).as("sums of kernels").isGreaterThan(0.95);
    if (isNamed) {
      // Loads of one name are known together; each by itself looks like less.
      assertThat(sumsOfKernels.quantile(0.5)).as("kernels, median").isLessThan(0.01);
      assertThat(sumsOfKernels.quantile(0.95)).as("kernels, 95 %").isLessThan(0.03);
      assertThat(sumsOfSpans.quantile(0.5)).as("spans, median").isLessThan(0.01);
    }
  }

  /** What was forgotten when an entry became final must not count. */
  @Tag("long")
  @Test
  void errorsDoNotDependOnTheBlocksThatReadingsComeIn() {
    for (int seed = 0; seed < 2; seed++) {
      Case one = new Case(seed);
      LedgerRun few = one.run(200, true);
      LedgerRun many = one.run(7, true);
      for (Book book : new Book[] {Book.SPAN, Book.WINDOW1S, Book.WINDOW10S, Book.WINDOW60S}) {
        assertThat(many.book(book))
            .usingElementComparator(PartTimeDriftTest::byError)
            .containsExactlyInAnyOrderElementsOf(few.book(book));
      }
    }
  }

  private static int byError(LedgerEntry a, LedgerEntry b) {
    int byId = a.entryId().compareTo(b.entryId());
    return byId != 0
        ? byId
        : Long.compare(a.standardErrorMicrojoules(), b.standardErrorMicrojoules());
  }
}

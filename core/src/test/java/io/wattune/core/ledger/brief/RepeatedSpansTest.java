package io.wattune.core.ledger.brief;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Short spans of one name, by boxcars that see all or a part of the time: right where spans are
 * what power goes by, and not wrong where they are not.
 */
class RepeatedSpansTest {
  private static final int RUNS = 20;
  private static final int LOADS = 60;
  private static final double NOISE = 0.3;

  /** How spans lie to loads. */
  enum Kind {
    LOADS,
    BEGIN_EARLY,
    END_EARLY,
    MIDDLE,
    UNRELATED,
    PAUSES,
    OF_TWO_POWERS,
    OF_ANY_POWER,
    HALVES
  }

  private static final class Tally {
    private final List<Double> sums = new ArrayList<>();
    private int entries;
    private int within;
    private int sumsWithin;

    void add(LedgerRun run, PowerTrace power, double[][] spans) {
      double truth = 0;
      double joules = 0;
      double common = 0;
      double variance = 0;
      for (int i = 0; i < spans.length; i++) {
        LedgerEntry entry = run.of(Book.SPAN, "s" + i);
        double own = power.joules(spans[i][0], spans[i][1]);
        double error = entry.standardErrorMicrojoules() * 1e-6;
        double scale = entry.scaleErrorMicrojoules() * 1e-6;
        entries++;
        within += Math.abs(entry.energyMicrojoules() * 1e-6 - own) <= 2 * error ? 1 : 0;
        truth += own;
        joules += entry.energyMicrojoules() * 1e-6;
        common += scale;
        variance += Math.max(0, error * error - scale * scale);
      }
      double error = Math.sqrt(common * common + variance);
      sums.add(Math.abs(joules / truth - 1));
      sumsWithin += Math.abs(joules - truth) <= 2 * error ? 1 : 0;
    }

    double medianOff() {
      List<Double> sorted = new ArrayList<>(sums);
      Collections.sort(sorted);
      return sorted.get(sorted.size() / 2);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"LOADS", "BEGIN_EARLY", "UNRELATED", "OF_ANY_POWER"})
  void energiesLieWithinTwoErrors(Kind kind) {
    assertEnergiesLieWithinTwoErrors(kind);
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LOADS", "BEGIN_EARLY", "UNRELATED", "OF_ANY_POWER"})
  void energiesOfOtherSpansDoToo(Kind kind) {
    assertEnergiesLieWithinTwoErrors(kind);
  }

  private static void assertEnergiesLieWithinTwoErrors(Kind kind) {
    Tally tally = new Tally();
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = Seeds.random(seed);
      double period = random.nextBoolean() ? 0.1 : 0.02;
      double window = period * (random.nextInt(3) == 0 ? 1 : 0.1 + 0.5 * random.nextDouble());
      double load = period * (0.2 + 0.8 * random.nextDouble());
      double drift = period * (random.nextBoolean() ? 0.04 : 0.3 * random.nextDouble());
      double cycle = period * (load > 0.9 * period ? 2 : 1) + drift;
      double share = 0.05 + 0.4 * random.nextDouble();
      PowerTrace power = PowerTrace.from(60).hold(3);
      double[][] spans = new double[LOADS][];
      double free = power.seconds();
      for (int i = 0; i < LOADS; i++) {
        double at = power.seconds();
        double pause = cycle - load;
        double watts =
            switch (kind) {
              case OF_TWO_POWERS -> i % 2 == 0 ? 180 : 120;
              case OF_ANY_POWER -> 100 + 160 * random.nextDouble();
              default -> 180;
            };
        power.level(watts, load).level(60, pause);
        spans[i] =
            switch (kind) {
              case BEGIN_EARLY -> new double[] {at - share * pause, at + load};
              case END_EARLY -> new double[] {at, at + (1 - share) * load};
              case MIDDLE -> new double[] {at + 0.5 * share * load, at + (1 - 0.5 * share) * load};
              case UNRELATED -> new double[] {free, free + 0.6 * 0.77 * cycle};
              case PAUSES -> new double[] {at + load, at + cycle};
              case HALVES -> new double[] {at + 0.5 * load, at + load + 0.5 * pause};
              default -> new double[] {at, at + load};
            };
        free += 0.77 * cycle;
      }
      power.level(60, 3);
      var sensor =
          new Sensor(Response.boxcar(window), period, period * random.nextDouble(), NOISE, 0.01);
      Polls polls = sensor.poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), seed);
      LedgerRun run = LedgerRun.given(Profiles.boxcar(window, 0, period, 0, NOISE), 10);
      for (int i = 0; i < LOADS; i++) {
        long from = Sensor.nanos(spans[i][0]);
        long to = Sensor.nanos(spans[i][1]);
        run.activity(
            new Activity(Polls.DEVICE, "s" + i, Book.SPAN, "step", from, to, null, Map.of()));
      }
      run.take(polls, 40).end();
      tally.add(run, power, spans);
    }
    assertThat((double) tally.within / tally.entries).as("spans").isGreaterThan(0.95);
    assertThat((double) tally.sumsWithin / RUNS).as("sums").isGreaterThanOrEqualTo(0.95);
    if (kind == Kind.LOADS) {
      assertThat(tally.medianOff()).as("off in sum").isLessThan(0.01);
    }
  }

  /** Nothing is invented across a gap: a span's like say nothing of what nobody saw of it. */
  @Test
  void whatWasNotSeenOfASpanIsNotTakenFromItsLike() {
    LedgerRun named = acrossAGap(true);
    LedgerRun apart = acrossAGap(false);
    int unseen = 0;
    for (int i = 0; i < LOADS; i++) {
      LedgerEntry one = named.of(Book.SPAN, "s" + i);
      if (one.coverage() == 0) {
        assertThat(one.quality()).isEqualTo(Quality.GAP);
        unseen++;
        assertThat(one.energyMicrojoules())
            .isEqualTo(apart.of(Book.SPAN, "s" + i).energyMicrojoules());
      }
    }
    assertThat(unseen).isGreaterThan(10);
  }

  private static LedgerRun acrossAGap(boolean isNamed) {
    PowerTrace power = PowerTrace.from(60).hold(3);
    double[] starts = new double[LOADS];
    for (int i = 0; i < LOADS; i++) {
      starts[i] = power.seconds();
      power.level(180, 0.05).level(60, 0.054);
    }
    power.level(60, 3);
    Sensor sensor = new Sensor(Response.boxcar(0.025), 0.1, 0.03, NOISE, 0.01);
    Polls polls =
        sensor
            .poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), 1)
            .without(Sensor.nanos(starts[20]), Sensor.nanos(starts[40]));
    LedgerRun run = LedgerRun.given(Profiles.boxcar(0.025, 0, 0.1, 0, NOISE), 60);
    for (int i = 0; i < LOADS; i++) {
      long from = Sensor.nanos(starts[i]);
      String name = isNamed ? "step" : "step" + i;
      run.activity(
          new Activity(
              Polls.DEVICE, "s" + i, Book.SPAN, name, from, from + 50_000_000L, null, Map.of()));
    }
    return run.take(polls, 40).end();
  }
}

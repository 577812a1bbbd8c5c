package io.wattune.core.saving;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A program that runs in phases, at own settings or at others, and reports its work every 0.7 s.
 *
 * @param level of whom the work is
 * @param phases one after the other, from 0 s on
 */
record ProgramRuns(Book level, List<Phase> phases) {
  private static final double PERIOD = 0.7;

  /** So many seconds, with so much power and work per second. */
  record Phase(int seconds, boolean isTuned, double watts, double rate) {}

  List<Consumer<FleetSavings>> records(Random random, double noiseJoules, double workNoise) {
    List<Consumer<FleetSavings>> records = new ArrayList<>(settings());
    records.addAll(energy(random, noiseJoules));
    for (CounterReading each : readings()) {
      double work = each.value(CounterName.WORK).orElseThrow();
      CounterReading noisy =
          reading(
              each.sequence(),
              each.startNanos(),
              each.endNanos(),
              work * (1 + workNoise * random.nextGaussian()));
      records.add(savings -> savings.counters(noisy));
    }
    return records;
  }

  /** The default configuration while a phase is tuned, with what was read back. */
  List<Consumer<FleetSavings>> settings() {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    double at = 0;
    long sequence = 1;
    for (Phase each : phases) {
      if (each.isTuned()) {
        Decision decision = decision(sequence, at);
        long number = sequence++;
        double from = at;
        records.add(savings -> savings.decision(decision));
        records.add(
            savings ->
                savings.actuation(
                    Bench.actuation(number, ActuationOutcome.APPLIED, from, each.seconds())));
        double end = at + each.seconds();
        records.add(
            savings ->
                savings.actuation(Bench.actuation(number, ActuationOutcome.RESTORED, end, 0)));
      }
      at += each.seconds();
    }
    return records;
  }

  private static Decision decision(long sequence, double at) {
    return new Decision.ForDevice(
        "n",
        Bench.DEVICE,
        1,
        sequence,
        Bench.nanos(at),
        60 * Bench.SECOND,
        Configuration.of(new Setting(Bench.CLOCK, TunableUnit.MEGAHERTZ, 800)),
        List.of(),
        "harmonia",
        "coarse",
        "",
        Quality.CORRECTED,
        Bench.nanos(at),
        null);
  }

  List<Consumer<FleetSavings>> energy(Random random, double noiseJoules) {
    List<Consumer<FleetSavings>> records = new ArrayList<>();
    int at = 0;
    for (Phase each : phases) {
      for (int i = 0; i < each.seconds(); i++, at++) {
        double joules = each.watts() + noiseJoules * random.nextGaussian();
        LedgerEntry entry = second(at, joules, noiseJoules);
        records.add(savings -> savings.energy(entry));
      }
    }
    return records;
  }

  static LedgerEntry second(int at, double joules, double error) {
    long start = Bench.nanos(at);
    return new EntryDraft(
            "window1s/" + Bench.DEVICE + "/s/" + start,
            Book.WINDOW1S,
            Bench.DEVICE,
            "s",
            start,
            start + Bench.SECOND)
        .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
        .error(Math.round(error * 1e6), 0)
        .seen(1, Quality.CORRECTED, Bench.PROFILE)
        .entry();
  }

  /** Readings without an error; one may begin in a phase and end in the next. */
  List<CounterReading> readings() {
    List<CounterReading> readings = new ArrayList<>();
    int end = phases.stream().mapToInt(Phase::seconds).sum();
    long sequence = 0;
    for (double at = 0; at + PERIOD <= end + 1e-9; at = PERIOD * sequence) {
      readings.add(
          reading(sequence++, Bench.nanos(at), Bench.nanos(at + PERIOD), work(at, at + PERIOD)));
    }
    return readings;
  }

  private double work(double start, double end) {
    double work = 0;
    double at = 0;
    for (Phase each : phases) {
      double overlap = Math.min(end, at + each.seconds()) - Math.max(start, at);
      work += Math.max(0, overlap) * each.rate();
      at += each.seconds();
    }
    return work;
  }

  private CounterReading reading(long sequence, long start, long end, double work) {
    return new CounterReading(
        Bench.DEVICE,
        sequence,
        start,
        end,
        level,
        "p-1",
        "p",
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work)),
        false);
  }
}

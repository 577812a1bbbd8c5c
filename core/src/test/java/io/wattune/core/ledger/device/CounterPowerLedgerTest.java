package io.wattune.core.ledger.device;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.CounterPower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A CPU that has an energy counter and no sensor of power: its counter is brought up to date every
 * millisecond, in steps of 15.258 uJ, and read every 100 ms, a little early or late.
 */
class CounterPowerLedgerTest {
  private static final int SECONDS = 130;
  private static final long RANGE = 65_532_610_987L;
  private final PowerTrace power = trace();

  /** Without a profile, as the job meets such a device: mean powers, learned like any signal. */
  @Test
  void energyOfMeanPowersIsWhatWasCounted() {
    LedgerRun run = feed(LedgerRun.learning());

    for (LedgerEntry second : run.book(Book.WINDOW1S).subList(1, SECONDS - 1)) {
      double off = second.energyMicrojoules() * 1e-6 - truth(second);
      // Half a reading's time at each end, where power may step by 180 W.
      assertThat(Math.abs(off)).as(second.entryId()).isLessThan(9);
      assertThat(Math.abs(off)).isLessThan(second.standardErrorMicrojoules() * 1e-6);
    }
    LedgerEntry minute = run.of(Book.WINDOW60S, Long.toString(nanos(60)));
    assertThat(minute.energyMicrojoules() * 1e-6)
        .as("the ends weigh less, and nothing adds up between them")
        .isCloseTo(truth(minute), within(9.0));
  }

  @Test
  void theCounterIsTheSecondBookOverAWrap() {
    LedgerRun run = feed(LedgerRun.learning());

    assertThat(run.state.counter.stepsBack).isZero();
    for (LedgerEntry second : run.book(Book.WINDOW1S).subList(1, SECONDS - 1)) {
      CounterEnergy counter = Objects.requireNonNull(second.counter(), second.entryId());
      assertThat(counter.disagrees()).isFalse();
      // A millisecond of up to 240 W at each end.
      assertThat(counter.microjoules() * 1e-6).isCloseTo(truth(second), within(0.48));
    }
  }

  private double truth(LedgerEntry entry) {
    return power.joules(
        (entry.startNanos() - nanos(0)) * 1e-9, (entry.endNanos() - nanos(0)) * 1e-9);
  }

  private static PowerTrace trace() {
    var random = new Random(5);
    PowerTrace trace = PowerTrace.from(80);
    double t = 0;
    while (t < SECONDS) {
      double length = 0.05 + 2 * random.nextDouble();
      trace.level(60 + 180 * random.nextDouble(), length);
      t += length;
    }
    return trace;
  }

  private LedgerRun feed(LedgerRun run) {
    var random = new Random(7);
    var counter = new CounterPower(RANGE, 2_000);
    var polls = new Polls.Builder();
    long[] energies = new long[SECONDS * 10];
    for (int i = 0; i < energies.length; i++) {
      long time = nanos(0.1 * i + 0.0005 * random.nextDouble());
      double update = Math.floor((time - nanos(0)) * 1e-9 / 0.001) * 0.001;
      double joules = 65_000 + power.joules(0, update);
      long microjoules = (long) (Math.floor(joules / 15.258e-6) * 15.258) % RANGE;
      counter.accept(time, microjoules);
      double watts = counter.meanWatts();
      polls.add(time, Double.isNaN(watts) ? PollBlock.MISSING : (int) Math.round(watts * 1000));
      energies[i] = counter.microjoules();
    }
    Polls all = polls.build();
    run.block(
        new PollBlock(
            Polls.DEVICE,
            0,
            Polls.SIGNAL,
            PowerUnit.MILLIWATTS,
            all.timesNanos(),
            all.values(),
            false,
            new EnergyColumn("energy_uj", EnergyUnit.MICROJOULES, energies),
            ""));
    return run.end();
  }
}

package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.CounterState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What the ledger makes of a simulated card's energy counter that has each of the faults that are
 * simulated: each check counts its own fault, and no other.
 */
final class CounterFaultLedgerTest {
  private static final String DEVICE = "node1/GPU-1";
  private static final String SIGNAL = "power.draw";
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long POLL = 10_000_000L;
  private static final int SECONDS = 130;

  private final TruePowerCurve curve = square();

  @Test
  void aCounterWithoutFaultsCountsNone() {
    Counted run = run(CounterParameters.nvml());

    assertFaults(run.state.counter, 0, 0, 0);
    assertThat(run.unknownSeconds()).isZero();
    assertThat(run.disagreeing(Book.WINDOW1S)).isZero();
    assertThat(run.disagreeing(Book.WINDOW60S)).isZero();
  }

  @Test
  void aWrapIsCountedAndCostsNothing() {
    // 32 bits of 2^-16 J from 60,000 J on: the wrap comes after 5536 J, at 27.7 s.
    double step = 1e6 / 65_536;
    Counted run = run(new CounterParameters(1_000_000L, step, step, 32, 1, 60_000));

    assertFaults(run.state.counter, 1, 0, 0);
    assertThat(run.unknownSeconds()).isZero();
    assertThat(run.disagreeing(Book.WINDOW1S)).isZero();
  }

  @Test
  void aFreezeIsCountedAndItsSecondsSayNothing() {
    Counted run =
        run(
            CounterParameters.nvml(),
            new CounterFault.Freeze(START + 40_300_000_000L, START + 60_700_000_000L));

    assertFaults(run.state.counter, 0, 1, 0);
    assertThat(run.unknownSeconds()).isEqualTo(21);
    assertThat(run.disagreeing(Book.WINDOW1S)).isZero();
  }

  @Test
  void aStepBackAndAResetAreCountedAndAreNoWraps() {
    for (CounterFault fault :
        List.of(
            new CounterFault.StepBack(START + 80_300_000_000L, 1000),
            new CounterFault.Reset(START + 80_300_000_000L))) {
      Counted run = run(CounterParameters.nvml(), fault);

      assertFaults(run.state.counter, 0, 0, 1);
      assertThat(run.unknownSeconds()).as("%s", fault).isEqualTo(1);
      assertThat(run.disagreeing(Book.WINDOW1S)).isZero();
    }
  }

  @Test
  void aCounterThatCountsTooMuchDisagreesWhereBothErrorsDoNotAllowIt() {
    // 10 % of 200 J are 20 J a second; 20 ms at up to 300 W at both ends are 2.5 J of error.
    Counted wrong = run(new CounterParameters(20_000_000L, 1000, 1000, 63, 1.1, 12_345.678));
    assertFaults(wrong.state.counter, 0, 0, 0);
    assertThat(wrong.disagreeing(Book.WINDOW60S)).isEqualTo(1);
    assertThat(wrong.disagreeing(Book.WINDOW1S)).isGreaterThan(100);

    // 0.02 % of 12 kJ a minute are 2.4 J: within the same error.
    Counted slightly = run(new CounterParameters(20_000_000L, 1000, 1000, 63, 1.0002, 12_345.678));
    assertThat(slightly.disagreeing(Book.WINDOW60S)).isZero();
  }

  private static void assertFaults(CounterState counter, int wraps, int freezes, int stepsBack) {
    assertThat(counter.wraps).as("wraps").isEqualTo(wraps);
    assertThat(counter.freezes).as("freezes").isEqualTo(freezes);
    assertThat(counter.stepsBack).as("steps back").isEqualTo(stepsBack);
  }

  /** 300 and 100 W in turns, half a second each. */
  private static TruePowerCurve square() {
    TruePowerCurve.Builder builder = TruePowerCurve.startingAt(START, 300);
    for (int half = 1; half < 2 * SECONDS; half++) {
      builder.level(START + half * (SECOND / 2), half % 2 == 0 ? 300 : 100);
    }
    return builder.build();
  }

  /** A sensor that shows power as it is, without any error. */
  private static SensorProfile exact() {
    return new SensorProfile(
        "given",
        DEVICE,
        SIGNAL,
        SensorModel.passThrough(0),
        ProfileSource.GIVEN,
        0.01,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        Long.MIN_VALUE);
  }

  private Counted run(CounterParameters parameters, CounterFault... faults) {
    var counter = new EnergyCounter(curve, parameters, List.of(faults), START, 3);
    var out = new Counted();
    var ledger =
        new DeviceLedger(
            new LedgerSettings(600 * SECOND, new ProfileChoice(true, List.of(exact()))),
            DEVICE,
            out.state,
            new InMemoryChunkStore(),
            out,
            new PowerColumns());
    for (int second = 0; second < SECONDS; second++) {
      ledger.readings(block(counter, second));
    }
    ledger.readings(
        new PollBlock(
            DEVICE, SECONDS, SIGNAL, PowerUnit.MILLIWATTS, new long[0], new int[0], true));
    ledger.activitiesEnded();
    return out;
  }

  private PollBlock block(EnergyCounter counter, int second) {
    int polls = (int) (SECOND / POLL);
    long[] times = new long[polls];
    int[] values = new int[polls];
    long[] energies = new long[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = START + second * SECOND + i * POLL;
      // A little noise: a sensor that shows the same for long is taken to have no newer value.
      int noise = (second * polls + i) * 37 % 11 - 5;
      values[i] = (int) Math.round(1000 * curve.powerWatts(times[i])) + noise;
      energies[i] = counter.statedMicrojoules(times[i]);
    }
    return new PollBlock(
        DEVICE,
        second,
        SIGNAL,
        PowerUnit.MILLIWATTS,
        times,
        values,
        false,
        new EnergyColumn("energy", EnergyUnit.MICROJOULES, energies),
        "");
  }

  /** The newest revision of each window. */
  private static final class Counted implements LedgerOutput {
    final DeviceState state = new DeviceState();
    private final TreeMap<String, LedgerEntry> newest = new TreeMap<>();

    long disagreeing(Book book) {
      return newest.values().stream()
          .filter(entry -> entry.book() == book)
          .map(LedgerEntry::counter)
          .filter(counter -> counter != null && counter.disagrees())
          .count();
    }

    /** Seconds of which the counter says nothing, without the first and the last. */
    long unknownSeconds() {
      return newest.values().stream()
          .filter(entry -> entry.book() == Book.WINDOW1S)
          .filter(entry -> entry.startNanos() > START)
          .filter(entry -> entry.endNanos() < START + SECONDS * SECOND)
          .filter(entry -> entry.counter() == null)
          .count();
    }

    @Override
    public void entry(LedgerEntry entry) {
      newest.put(entry.entryId(), entry);
    }

    @Override
    public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
      throw new AssertionError(book + " has " + microjoulesTooMany + " uJ too many at " + atNanos);
    }

    @Override
    public void refused(Activity activity, String detail) {
      throw new AssertionError(detail);
    }
  }
}

package io.wattune.testbed;

import java.util.Comparator;
import java.util.List;

/**
 * The energy counter of a simulated card: exact energy of a {@link TruePowerCurve} at the newest
 * update, in whole counts, less what its faults have lost. Depends on the time that is asked for
 * alone. Test: {@code EnergyCounterTest}.
 */
public final class EnergyCounter {
  private final TruePowerCurve curve;
  private final CounterParameters parameters;
  private final List<CounterFault> faults;
  private final SensorUpdates comb;
  private final long startNanos;

  /** A counter that has counted {@code startJoules} at the start, and then has these faults. */
  public EnergyCounter(
      TruePowerCurve curve,
      CounterParameters parameters,
      List<? extends CounterFault> faults,
      long startNanos,
      long seed) {
    this.curve = curve;
    this.parameters = parameters;
    this.faults =
        faults.stream()
            .<CounterFault>map(fault -> fault)
            .sorted(Comparator.comparingLong(CounterFault::fromNanos))
            .toList();
    this.comb = SensorUpdates.seeded(parameters.updatePeriodNanos(), seed);
    this.startNanos = startNanos;
  }

  /** What a poll at this time reads, in counts. */
  public long counts(long timeNanos) {
    double joules = joules(Math.max(startNanos, comb.nanos(comb.index(timeNanos))));
    long counts = (long) Math.floor(Math.max(0, joules) * 1e6 / parameters.microjoulesPerCount());
    return counts & ((1L << parameters.bits()) - 1);
  }

  /** The same as the device's library gives it, in whole microjoules. */
  public long statedMicrojoules(long timeNanos) {
    return Math.round(counts(timeNanos) * parameters.statedMicrojoulesPerCount());
  }

  private double joules(long updateNanos) {
    double counted = parameters.startJoules();
    long at = startNanos;
    for (CounterFault fault : faults) {
      if (fault.fromNanos() > updateNanos) {
        break;
      }
      long from = Math.max(at, fault.fromNanos());
      counted += parameters.gain() * curve.energyJoules(at, from);
      at = from;
      if (fault instanceof CounterFault.StepBack back) {
        counted -= back.joules();
      } else if (fault instanceof CounterFault.Freeze freeze) {
        at = Math.max(at, Math.min(freeze.toNanos(), updateNanos));
      } else {
        counted = 0;
      }
    }
    return counted + parameters.gain() * curve.energyJoules(at, Math.max(at, updateNanos));
  }
}

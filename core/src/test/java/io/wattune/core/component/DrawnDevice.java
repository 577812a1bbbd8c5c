package io.wattune.core.component;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.TruePower;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A device whose components' power is known: idle power, some components with energies of their
 * own, kernels that use them in proportions of their own, and that each cost by some per cent more
 * or less than the energies say, component by component. Its sensor has a gain error and noise.
 */
final class DrawnDevice {
  static final String ID = "n1/gpu0";

  private static final long SECOND = 1_000_000_000L;
  private static final long SAMPLE = 20_000_000L;

  final Random random;
  final int components;
  final double idleWatts;
  final double[] joules;
  final List<double[]> kernels = new ArrayList<>();
  private final List<double[]> costs = new ArrayList<>();
  final double gain;
  final double gainError;
  private final double noiseWatts;

  /** Time up to which it has run. */
  long nanos = 1_800_000_000L * SECOND;

  /** What all energies are multiplied by from now on. */
  double ageing = 1;

  /** Of the highest clock; what components do in a second goes with it. */
  double clock = 1;

  /** Voltage falls with the clock, to 0.7 at half of it. */
  private double voltageSquared() {
    double voltage = 0.4 + 0.6 * clock;
    return voltage * voltage;
  }

  private long sequence;

  DrawnDevice(long seed) {
    random = new Random(seed);
    components = 2 + random.nextInt(5);
    idleWatts = 10 + 50 * random.nextDouble();
    joules = new double[components];
    double[] typical = new double[components];
    for (int i = 0; i < components; i++) {
      // A rate at which the component takes some 5 to 60 W, whatever its energy.
      joules[i] = 1e-11 * Math.exp(3 * random.nextDouble());
      typical[i] = (5 + 55 * random.nextDouble()) / joules[i];
    }
    int kernelCount = components + 3 + random.nextInt(15);
    double missed = 0.08 * random.nextDouble();
    for (int k = 0; k < kernelCount; k++) {
      double[] rates = new double[components];
      double[] cost = new double[components];
      double busy = 0.2 + 0.8 * random.nextDouble();
      for (int i = 0; i < components; i++) {
        boolean isUsed = random.nextInt(4) > 0;
        rates[i] = isUsed ? busy * typical[i] * 1.5 * random.nextDouble() : 0;
        cost[i] = 1 + missed * random.nextGaussian();
      }
      kernels.add(rates);
      costs.add(cost);
    }
    gainError = 0.01;
    gain = 1 + gainError * random.nextGaussian();
    noiseWatts = random.nextDouble();
  }

  /** Makes one component's rate that of another, times a number, in all kernels. */
  void tie(int one, int other) {
    for (double[] each : kernels) {
      each[one] = 2.5 * each[other];
    }
  }

  double partWatts(int kernel, int component) {
    return ageing
        * voltageSquared()
        * clock
        * joules[component]
        * costs.get(kernel)[component]
        * kernels.get(kernel)[component];
  }

  double watts(int kernel) {
    double watts = idleWatts;
    for (int i = 0; i < components; i++) {
      watts += partWatts(kernel, i);
    }
    return watts;
  }

  String counter(int component) {
    return "events." + component;
  }

  /** A kernel runs for a time: its reading, and true power as the ledger tells it. */
  Run run(int kernel, long lasting) {
    long start = nanos;
    nanos += lasting;
    List<CounterValue> values = new ArrayList<>();
    for (int i = 0; i < components; i++) {
      double count = clock * kernels.get(kernel)[i] * lasting * 1e-9;
      values.add(new CounterValue(counter(i), CounterUnit.COUNT, CounterKind.INCREASE, count));
    }
    return new Run(
        kernel,
        new CounterReading(
            ID,
            sequence++,
            start,
            nanos,
            Book.KERNEL,
            "k" + kernel + "@" + start,
            "k" + kernel,
            values,
            false),
        power(start, nanos, watts(kernel)));
  }

  /** Nothing runs for a time. */
  TruePower still(long lasting) {
    long start = nanos;
    nanos += lasting;
    return power(start, nanos, idleWatts);
  }

  private TruePower power(long start, long end, double watts) {
    int samples = (int) ((end - start) / SAMPLE) + 1;
    long[] times = new long[samples];
    int[] milliwatts = new int[samples];
    int[] errors = new int[samples];
    for (int i = 0; i < samples; i++) {
      // The first is just behind the edge, where power is the new one.
      times[i] = i == samples - 1 ? end : start + 1000 + i * SAMPLE;
      double shown = gain * watts + noiseWatts * random.nextGaussian();
      milliwatts[i] = (int) Math.round(1e3 * shown);
      errors[i] = (int) Math.round(1e3 * gainError * watts);
    }
    return new TruePower(
        ID, "power", 0, "p", times, milliwatts, milliwatts, errors, new byte[samples], null, 0);
  }

  /** What a device sends of one invocation. */
  record Run(int kernel, CounterReading reading, TruePower power) {}
}

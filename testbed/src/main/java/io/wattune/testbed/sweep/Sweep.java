package io.wattune.testbed.sweep;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.gpu.RunningInvocation;
import java.util.ArrayList;
import java.util.List;

/**
 * Each kernel of a testbed in each of its phases at each configuration. What is measured there is
 * the mean of some invocations with noise, as a person with a profiler would do it. The same seed
 * gives the same sweep.
 */
public final class Sweep {
  private final Testbed testbed;
  private final NoisyInvocations noise;
  private final int repeats;
  private final List<KnobValues> configurations;
  private long invocations;

  /**
   * @param testbed what is swept
   * @param repeats how many invocations a time and a counter are the mean of
   * @param seed of the noise
   */
  public Sweep(Testbed testbed, int repeats, long seed) {
    if (repeats < 1) {
      throw new IllegalArgumentException("repeats must be at least 1, was " + repeats);
    }
    this.testbed = testbed;
    this.repeats = repeats;
    this.noise = new NoisyInvocations(testbed.gpu(), seed);
    this.configurations = testbed.gpu().configurations();
  }

  /** Sweeps the next application: its kernels, phases and configurations in order. */
  public List<SweptPoint> application(Application application) {
    List<SweptPoint> swept = new ArrayList<>();
    for (Kernel kernel : application.workload().kernels()) {
      List<Kernel.Phase> phases = kernel.ownPhases();
      long round = phases.stream().mapToLong(Kernel.Phase::invocations).sum();
      for (int phase = 0; phase < phases.size(); phase++) {
        Kernel.Phase of = phases.get(phase);
        long count = application.invocations(kernel) * of.invocations() / round;
        for (KnobValues knobs : configurations) {
          OperatingPoint point = testbed.at(kernel, of, knobs);
          SweepRow row = measured(application.name(), kernel, phase, of, knobs, point);
          swept.add(new SweptPoint(row, knobs, point, count));
        }
      }
    }
    return swept;
  }

  private SweepRow measured(
      String application,
      Kernel kernel,
      int phase,
      Kernel.Phase of,
      KnobValues knobs,
      OperatingPoint point) {
    double seconds = 0;
    double[] sums = new double[0];
    List<CounterValue> last = List.of();
    for (int i = 0; i < repeats; i++, invocations++) {
      RunningInvocation invocation = noise.start(invocations, kernel, of, point, 0);
      seconds += invocation.endNanos() * 1e-9;
      last = noise.end(invocations, invocation, invocation.endNanos());
      sums = sums.length == 0 ? new double[last.size()] : sums;
      for (int c = 0; c < sums.length; c++) {
        sums[c] += last.get(c).value();
      }
    }
    List<CounterValue> means = new ArrayList<>();
    for (int c = 0; c < sums.length; c++) {
      CounterValue of1 = last.get(c);
      means.add(new CounterValue(of1.counter(), of1.unit(), of1.kind(), sums[c] / repeats));
    }
    return new SweepRow(
        application, kernel.name(), phase, knobs.configuration(), seconds / repeats, means);
  }
}

package io.wattune.testbed.offline;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Book;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.gpu.RunningInvocation;
import io.wattune.testbed.gpu.Workload;
import io.wattune.testbed.sweep.NoisyInvocations;
import io.wattune.testbed.sweep.Testbed;
import java.util.HashMap;
import java.util.Map;

/**
 * One application under one tuner, from its first invocation to its last. Power is constant between
 * events (an invocation ends, a decision comes into force, the hardware has switched), so that
 * energy needs no time step. A new setting holds some time after it was wished; until then the old
 * one does. Pauses pass, and are not counted: no policy decides anything about them.
 */
public final class OfflineRun {
  private final Testbed testbed;
  private final Tuner tuner;
  private final long switchingNanos;
  private final NoisyInvocations noise;
  private final RunTotals.Sum sum = new RunTotals.Sum();
  private final Map<String, Long> invocationsOf = new HashMap<>();

  private long nowNanos;
  private long number;
  private KnobValues hardware;
  private KnobValues wished;
  private long switchedNanos = Tuner.NEVER;

  private OfflineRun(
      Testbed testbed, Tuner tuner, long switchingNanos, long seed, long startNanos) {
    this.testbed = testbed;
    this.switchingNanos = switchingNanos;
    this.tuner = tuner;
    this.noise = new NoisyInvocations(testbed.gpu(), seed);
    this.nowNanos = startNanos;
    this.hardware = testbed.gpu().own();
    this.wished = hardware;
  }

  /**
   * Runs it.
   *
   * @param switchingNanos from a wish to when the hardware has followed
   * @param seed of times and counters: with the same seed each invocation has the same noise,
   *     whatever the tuner
   * @param startNanos when it starts, as the tuner knows it
   */
  public static RunTotals of(
      Testbed testbed,
      Application application,
      Tuner tuner,
      long switchingNanos,
      long seed,
      long startNanos) {
    var run = new OfflineRun(testbed, tuner, switchingNanos, seed, startNanos);
    Map<String, Kernel> kernels = new HashMap<>();
    application.workload().kernels().forEach(kernel -> kernels.put(kernel.name(), kernel));
    for (int round = 0; round < application.rounds(); round++) {
      for (Workload.Step step : application.workload().sequence()) {
        Kernel kernel = kernels.get(step.kernel());
        if (kernel == null) {
          throw new IllegalStateException("checked when the workload was made: " + step);
        }
        for (int i = 0; i < step.invocations(); i++) {
          run.invoke(kernel);
          run.nowNanos += i + 1 < step.invocations() ? step.gapNanos() : step.idleNanos();
        }
      }
    }
    return run.sum.totals();
  }

  private void invoke(Kernel kernel) {
    long index = invocationsOf.merge(kernel.name(), 1L, Long::sum) - 1;
    Kernel.Phase phase = kernel.phase(index);
    long startNanos = nowNanos;
    double joulesBefore = sum.joules();
    wish(kernel, phase);
    if (switchedNanos <= nowNanos) {
      hardware = wished;
      switchedNanos = Tuner.NEVER;
    }
    OperatingPoint point = testbed.at(kernel, phase, hardware);
    RunningInvocation invocation = noise.start(number, kernel, phase, point, startNanos);
    for (long endNanos = invocation.endNanos(); nowNanos < endNanos; ) {
      long next = Math.min(endNanos, Math.min(switchedNanos, tuner.nextNanos()));
      sum.add(hardware, point, (next - nowNanos) * 1e-9);
      nowNanos = next;
      if (next == switchedNanos) {
        hardware = wished;
        switchedNanos = Tuner.NEVER;
        point = testbed.at(kernel, phase, hardware);
        invocation.goOn(next, point);
        endNanos = invocation.endNanos();
      }
      if (tuner.nextNanos() <= next) {
        wish(kernel, phase);
      }
    }
    sum.invoked(kernel, index, wished);
    double watts = (sum.joules() - joulesBefore) / ((nowNanos - startNanos) * 1e-9);
    tuner.ended(reading(kernel, invocation, startNanos), watts);
    number++;
  }

  /** What is wished from now on. */
  private void wish(Kernel kernel, Kernel.Phase phase) {
    KnobValues now = testbed.gpu().values(tuner.configuration(kernel, phase, nowNanos));
    if (now.equals(wished)) {
      return;
    }
    wished = now;
    if (now.equals(hardware)) {
      switchedNanos = Tuner.NEVER;
    } else {
      sum.switched();
      switchedNanos = nowNanos + switchingNanos;
    }
  }

  private CounterReading reading(Kernel kernel, RunningInvocation invocation, long startNanos) {
    return new CounterReading(
        LoopTuner.DEVICE,
        number,
        startNanos,
        nowNanos,
        Book.KERNEL,
        kernel.name() + "@" + startNanos,
        kernel.name(),
        noise.end(number, invocation, nowNanos),
        false);
  }
}

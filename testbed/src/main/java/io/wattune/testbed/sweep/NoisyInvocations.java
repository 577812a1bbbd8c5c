package io.wattune.testbed.sweep;

import io.wattune.core.counter.CounterValue;
import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.gpu.RunningInvocation;
import java.util.List;

/**
 * Invocations whose times and counters have the noise of a kind of GPU. An invocation has a number:
 * the same seed and number give the same noise, whatever the configuration, so that two policies
 * can be compared invocation by invocation. Immutable.
 */
public final class NoisyInvocations {
  /** Random numbers that the counters of one invocation take at most. */
  private static final int COUNTER_NOISES = 8;

  private final double timeWidth;
  private final double counterWidth;
  private final SeededNoise times;
  private final SeededNoise counters;

  /**
   * @param gpu how wide the noise is
   * @param seed of the noise
   */
  public NoisyInvocations(GpuModel gpu, long seed) {
    timeWidth = gpu.timeNoise();
    counterWidth = gpu.counterNoise();
    var seeds = new SeededNoise(seed);
    times = new SeededNoise(seeds.between(0, 0, Long.MAX_VALUE));
    counters = new SeededNoise(seeds.between(1, 0, Long.MAX_VALUE));
  }

  /**
   * Starts an invocation at an operating point; {@link RunningInvocation#goOn} changes that later.
   */
  public RunningInvocation start(
      long number, Kernel kernel, Kernel.Phase phase, OperatingPoint point, long startNanos) {
    double slowness = RunningInvocation.factor(times, number, timeWidth);
    return new RunningInvocation(kernel, phase, point, slowness, startNanos);
  }

  /** Ends it: what its counters say. */
  public List<CounterValue> end(long number, RunningInvocation invocation, long endNanos) {
    return invocation.end(endNanos, counters, number * COUNTER_NOISES, counterWidth);
  }
}

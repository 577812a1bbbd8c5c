package io.wattune.testbed.offline;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.tunable.Configuration;
import io.wattune.testbed.gpu.Kernel;

/** Says with which settings kernels run, and hears how they ran. */
public interface Tuner {
  /** The decisions that it has already made never change by themselves. */
  long NEVER = Long.MAX_VALUE;

  /**
   * The configuration in force for a kernel in a phase, now.
   *
   * @param nowNanos not before that of the call before
   */
  Configuration configuration(Kernel kernel, Kernel.Phase phase, long nowNanos);

  /** When a decision that is under way comes into force; {@link #NEVER} if there is none. */
  long nextNanos();

  /**
   * An invocation has ended.
   *
   * @param reading its counters
   * @param watts mean power of the card while it ran
   */
  void ended(CounterReading reading, double watts);
}

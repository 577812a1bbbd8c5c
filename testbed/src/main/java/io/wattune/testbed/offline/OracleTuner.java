package io.wattune.testbed.offline;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.tunable.Configuration;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.sweep.Testbed;
import java.util.HashMap;
import java.util.Map;

/**
 * The policy {@code oracle}: looks at each configuration of a kernel in a phase and takes the one
 * with the least energy times delay squared ({@code P t^3}). The only one that asks the testbed,
 * and the bound that the others are held against.
 *
 * <pre>
 *   any kernel and phase --&gt; KNOWN (its best configuration), for ever
 * </pre>
 */
public final class OracleTuner implements Tuner {
  /** Its name. */
  public static final String NAME = "oracle";

  private final Testbed testbed;
  private final Map<Kernel, Map<Kernel.Phase, Configuration>> best = new HashMap<>();

  /** One that knows this testbed. */
  public OracleTuner(Testbed testbed) {
    this.testbed = testbed;
  }

  @Override
  public Configuration configuration(Kernel kernel, Kernel.Phase phase, long nowNanos) {
    return best.computeIfAbsent(kernel, absent -> new HashMap<>())
        .computeIfAbsent(phase, absent -> search(kernel, phase));
  }

  private Configuration search(Kernel kernel, Kernel.Phase phase) {
    KnobValues least = testbed.gpu().own();
    double score = testbed.at(kernel, phase, least).energyDelaySquared();
    for (KnobValues knobs : testbed.gpu().configurations()) {
      double each = testbed.at(kernel, phase, knobs).energyDelaySquared();
      if (each < score) {
        score = each;
        least = knobs;
      }
    }
    return least.configuration();
  }

  @Override
  public long nextNanos() {
    return NEVER;
  }

  @Override
  public void ended(CounterReading reading, double watts) {
    // It knows already.
  }
}

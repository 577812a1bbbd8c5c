package io.wattune.testbed.offline;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.policy.BaselinePolicy;
import io.wattune.core.policy.BaselineSettings;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.sweep.Testbed;

/**
 * A tuner on a card that holds its own power limit: whatever is wished, the card takes the core
 * clock of a kernel back while that exceeds the limit, by the rules of {@link BaselinePolicy}. The
 * tuner that wishes is not informed, as on a real card.
 */
public final class LimitedTuner implements Tuner {
  private final Tuner wishing;
  private final Tuner card;
  private final long boostMegaHertz;

  /**
   * A tuner under a limit.
   *
   * @param limitWatts power of the card
   * @param startNanos when the application starts
   */
  public LimitedTuner(Testbed testbed, Tuner wishing, double limitWatts, long startNanos) {
    this.wishing = wishing;
    this.boostMegaHertz = testbed.gpu().own().coreMegaHertz();
    this.card =
        new LoopTuner(
            testbed.gpu(),
            new BaselinePolicy(BaselineSettings.DEFAULT.withLimit(limitWatts)),
            OfflineSettings.PAPER,
            0,
            startNanos);
  }

  /** Whether a kernel of a testbed exceeds a limit at any configuration; looks at all of them. */
  public static boolean canMeet(Testbed testbed, double limitWatts) {
    return Double.isFinite(limitWatts)
        && testbed.applications().stream()
            .flatMap(application -> application.workload().kernels().stream())
            .anyMatch(kernel -> mostWatts(testbed, kernel) > limitWatts);
  }

  private static double mostWatts(Testbed testbed, Kernel kernel) {
    double most = 0;
    for (Kernel.Phase phase : kernel.ownPhases()) {
      for (KnobValues knobs : testbed.gpu().configurations()) {
        most = Math.max(most, testbed.at(kernel, phase, knobs).watts());
      }
    }
    return most;
  }

  @Override
  public Configuration configuration(Kernel kernel, Kernel.Phase phase, long nowNanos) {
    Configuration wished = wishing.configuration(kernel, phase, nowNanos);
    Configuration allowed = card.configuration(kernel, phase, nowNanos);
    return core(allowed) < core(wished) ? wished.overlaidBy(allowed) : wished;
  }

  private long core(Configuration configuration) {
    return configuration.setting(TunableName.CORE_CLOCK).map(Setting::value).orElse(boostMegaHertz);
  }

  @Override
  public long nextNanos() {
    return Math.min(wishing.nextNanos(), card.nextNanos());
  }

  @Override
  public void ended(CounterReading reading, double watts) {
    wishing.ended(reading, watts);
    card.ended(reading, watts);
  }
}

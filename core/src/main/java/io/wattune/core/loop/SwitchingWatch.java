package io.wattune.core.loop;

import io.wattune.core.tunable.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * How often kernels with different wished settings follow each other. After each such change the
 * settings are those of the kernel before for as long as the switching takes, so the share of time
 * that is spent so is {@code changes / seconds x switching time}, both counted over the kernels of
 * the last ten seconds, exponentially forgotten.
 *
 * <p>What is wished counts, not what is in force: else own settings would make the share 0 and let
 * the wishes through again. Test: {@code SwitchingWatchTest}.
 */
final class SwitchingWatch {
  private static final double MEMORY_SECONDS = 10;

  /** With less seen nothing is said. */
  private static final double LEAST_SECONDS = 3;

  /** Share of the limit below which it is enough of it again. */
  private static final double RETURN = 0.7;

  private double changes;
  private double seconds;
  private @Nullable Configuration last;
  private boolean isTooOften;

  /** A kernel that is wished these settings has run for so long; in the order of time. */
  void take(Configuration wished, double kernelSeconds) {
    double kept = StrictMath.exp(-kernelSeconds / MEMORY_SECONDS);
    changes = changes * kept + (last == null || last.equals(wished) ? 0 : 1);
    seconds = seconds * kept + kernelSeconds;
    last = wished;
  }

  /** The judgement of before a restart, which stands until enough has been seen. */
  void restore(boolean wasTooOften) {
    isTooOften = wasTooOften;
  }

  /** Judges anew; true where it is another answer than before. */
  boolean judge(LoopSettings settings) {
    if (seconds < LEAST_SECONDS) {
      return false;
    }
    double share = share(settings.switchingNanos());
    double limit = settings.mostSwitchingShare() * (isTooOften ? RETURN : 1);
    boolean before = isTooOften;
    isTooOften = share > limit;
    return before != isTooOften;
  }

  /** Share of the kernels' time with another kernel's settings, 0..1. */
  double share(long switchingNanos) {
    return seconds == 0 ? 0 : Math.min(1, changes / seconds * switchingNanos * 1e-9);
  }

  /** Whether the newest judgement was that it is too often. */
  boolean isTooOften() {
    return isTooOften;
  }
}

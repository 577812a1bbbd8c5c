package io.wattune.core.guard;

import io.wattune.core.Quality;
import java.util.List;

/** The guards of a loop in their order. */
public final class Guards {
  private Guards() {}

  /**
   * Hold, quality, switching, step, dwell, range: what may not be at all comes first; the range is
   * checked last, of what is really sent, also where it is kept from before.
   */
  public static List<Guard> standard(Quality worst, int stepsPerDecision, long dwellNanos) {
    return List.of(
        new HoldGuard(),
        new QualityGuard(worst),
        new SwitchingGuard(),
        new StepGuard(stepsPerDecision),
        new DwellGuard(dwellNanos),
        new RangeGuard());
  }
}

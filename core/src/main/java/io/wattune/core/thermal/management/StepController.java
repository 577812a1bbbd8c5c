package io.wattune.core.thermal.management;

/**
 * The document's controller ([C] section 5.6.1): above the limit one step down, below it one step
 * up. It promises nothing: after a change of load it needs as many epochs as there are steps.
 *
 * @param levels the clocks
 * @param limit kelvin
 */
public record StepController(ClockLevels levels, double limit) implements ThermalController {
  @Override
  public int next(Observation seen) {
    if (seen.hottestKelvin() > limit) {
      return Math.min(levels.slowest(), seen.level() + 1);
    }
    return seen.hottestKelvin() < limit ? Math.max(0, seen.level() - 1) : seen.level();
  }

  @Override
  public double statedError() {
    return Double.POSITIVE_INFINITY;
  }
}

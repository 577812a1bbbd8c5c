package io.wattune.evaluation.energymodel;

import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.LinearPower;
import io.wattune.core.energymodel.Loss;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A linear model with what it was fitted to.
 *
 * @param measured the kernels
 * @param loss what an error cost
 * @param isNonNegative whether energies were held at 0 or above
 * @param model what came of it
 * @param left each kernel's power, predicted by the same fit without it
 * @param clockMegaHertz of the cycles that time is counted in; null where it is not known
 */
public record FittedModel(
    MeasuredKernels measured,
    Loss loss,
    boolean isNonNegative,
    LinearPower model,
    LeaveOneOut left,
    @Nullable Double clockMegaHertz) {

  /** Joules an access for a watt at a rate of one; empty where time has no known unit. */
  OptionalDouble secondsOfTime() {
    String time = measured.time();
    if (time == null) {
      return OptionalDouble.empty();
    }
    if (ColumnUse.isCycles(time)) {
      return clockMegaHertz == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(1e-6 / clockMegaHertz);
    }
    return ColumnUse.seconds(time);
  }

  /** Whether a term's rate is a total over time, so that its coefficient is an energy. */
  boolean isEnergy(LinearPower.Term term) {
    return !term.counters().isEmpty()
        && measured.columns().stream()
            .anyMatch(
                each -> each.name().equals(term.names().get(0)) && each.use() == ColumnUse.TOTAL);
  }
}

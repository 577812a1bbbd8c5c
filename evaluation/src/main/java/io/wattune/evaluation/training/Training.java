package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.Table3;
import io.wattune.core.sensitivity.training.CounterUse;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that comes of a training.
 *
 * @param name name of the models; each has its target's behind it
 * @param product what they were trained on
 * @param registers what register counts are normalised by
 * @param counters which of a kernel's counters they were trained on
 * @param sweep the file that they were trained on
 * @param sweepSha256 its SHA-256
 * @param rows how many rows it has
 * @param examples what was made of them
 * @param models one for each target
 */
public record Training(
    String name,
    String product,
    RegisterFile registers,
    CounterUse counters,
    String sweep,
    String sweepSha256,
    long rows,
    List<TrainingExample> examples,
    List<TrainedModel> models) {

  public Training {
    examples = List.copyOf(examples);
    models = List.copyOf(models);
  }

  /** Scores of Table 3 as published on the same examples; null where it has no such model. */
  @Nullable Scores table3(Target target) {
    for (LinearModel model : Table3.MODELS) {
      if (model.tunables().containsAll(target.tunables())) {
        return TermSelection.scores(model, examples, target);
      }
    }
    return null;
  }
}

package io.wattune.evaluation.harmonia;

import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.training.CounterUse;
import io.wattune.core.sensitivity.training.Examples;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.evaluation.training.TrainedModel;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.sweep.Sweep;
import io.wattune.testbed.sweep.Testbed;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Sweeps a testbed and trains models on that, as two commands do it with a file between them. */
final class TestbedTraining {
  /** Invocations that a time and a counter are the mean of. */
  private static final int REPEATS = 10;

  /** A model is chosen by leaving one application out of those that are not judged. */
  private static final int FEWEST_APPLICATIONS = 3;

  private TestbedTraining() {}

  /** What is missing in a testbed for them; empty for nothing. */
  static Optional<String> missing(Testbed testbed) {
    List<String> tunables = testbed.gpu().tunables().stream().map(Tunable::name).toList();
    for (String needed :
        List.of(TunableName.CU_COUNT, TunableName.CORE_CLOCK, TunableName.MEMORY_CLOCK)) {
      if (!tunables.contains(needed)) {
        return Optional.of("the GPU has no tunable '" + needed + "'");
      }
    }
    int applications = testbed.applications().size();
    return applications < FEWEST_APPLICATIONS
        ? Optional.of(
            "a model that has not seen an application needs %s applications or more, there are %s"
                .formatted(FEWEST_APPLICATIONS, applications))
        : Optional.empty();
  }

  /**
   * Sweeps and trains.
   *
   * @param testbed one in which nothing is missing
   * @param seed of the sweep's noise
   * @param done receives the number of {@link #steps} that are done
   */
  static Predictions train(Testbed testbed, long seed, LongConsumer done) {
    var sweep = new Sweep(testbed, REPEATS, seed);
    List<SweepRow> rows = new ArrayList<>();
    long steps = 0;
    for (Application application : testbed.applications()) {
      sweep.application(application).forEach(each -> rows.add(each.row()));
      done.accept(++steps);
    }
    List<TrainingExample> examples = Examples.of(rows, RegisterFile.GCN1, CounterUse.HIGHEST);
    Map<Target, TrainedModel> trained = new EnumMap<>(Target.class);
    for (Target target : Target.values()) {
      long before = steps;
      String name = "trained-" + target.name().toLowerCase(Locale.ROOT);
      trained.put(
          target,
          TrainedModel.train(
              name,
              testbed.gpu().product(),
              examples,
              target,
              leftOut -> done.accept(before + leftOut)));
      steps += testbed.applications().size();
    }
    boolean isCalibrated = testbed.applications().stream().anyMatch(Application::isCalibrated);
    return new Predictions(examples, trained, isCalibrated);
  }

  /** How many steps it takes. */
  static long steps(Testbed testbed) {
    return (1L + Target.values().length) * testbed.applications().size();
  }
}

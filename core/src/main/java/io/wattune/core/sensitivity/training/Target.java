package io.wattune.core.sensitivity.training;

import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import java.util.List;

/** What a model predicts. */
public enum Target {
  /** Sensitivity to bandwidth: to the memory clock, from the lowest to the highest. */
  BANDWIDTH {
    @Override
    public List<String> tunables() {
      return List.of(TunableName.MEMORY_CLOCK);
    }

    @Override
    public double measured(List<SweepRow> rows) {
      return MeasuredSensitivity.overWholeRange(rows, TunableName.MEMORY_CLOCK);
    }
  },

  /**
   * Sensitivity to compute throughput: the mean of that to the units in use and that to the core
   * clock, each the mean over the levels below the highest. The paper merges the two without saying
   * how. Where a GPU has one of the two tunables, that one.
   */
  COMPUTE {
    @Override
    public List<String> tunables() {
      return List.of(TunableName.CORE_CLOCK, TunableName.CU_COUNT);
    }

    @Override
    public double measured(List<SweepRow> rows) {
      List<String> there =
          rows.get(0).configuration().settings().stream().map(Setting::tunable).toList();
      return tunables().stream()
          .filter(there::contains)
          .mapToDouble(tunable -> MeasuredSensitivity.meanOverLevels(rows, tunable))
          .average()
          .orElseThrow(
              () -> new IllegalArgumentException("a sweep must vary one of " + tunables()));
    }
  };

  /** The tunables whose sensitivity it is. */
  public abstract List<String> tunables();

  /** The measured sensitivity of one kernel and phase, from its rows. */
  public abstract double measured(List<SweepRow> rows);
}

package io.wattune.pipeline;

import io.wattune.control.Tuning;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.pipeline.component.GivenComponents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wattune up} was asked for.
 *
 * @param nodes number of simulated nodes
 * @param gpusPerNode simulated GPUs in each
 * @param gpu name of the simulated GPU's model
 * @param workload name of what runs on it
 * @param sensitivity how sensitivities are estimated
 * @param tuning what the controller tunes for, and how
 * @param duration how long to run; null until it is stopped
 * @param dataDir where everything is kept; null for a temporary folder
 * @param seed of everything that is random
 * @param poll time between two polls of a GPU
 * @param kafkaPort the broker's port; 0 for any free one
 * @param flinkPort port of Flink's REST interface and web page; 0 for any free one
 * @param keep what is kept of it
 * @param dashboardPort the dashboard's port, 0 for any free one; null for no dashboard, and no
 *     fleet view that sums for it
 * @param quiet no status line
 * @param command the command line, for the summary
 * @param hardware what the GPUs are
 * @param components what is known of their components to begin with
 */
public record UpOptions(
    int nodes,
    int gpusPerNode,
    String gpu,
    String workload,
    SensitivitySettings sensitivity,
    Tuning tuning,
    @Nullable Duration duration,
    @Nullable Path dataDir,
    long seed,
    Duration poll,
    int kafkaPort,
    int flinkPort,
    KeepOptions keep,
    @Nullable Integer dashboardPort,
    boolean quiet,
    List<String> command,
    Hardware hardware,
    GivenComponents components) {

  /** What the GPUs are. */
  public enum Hardware {
    /** Simulated by the agents themselves. */
    SIMULATED,
    /** Behind a library that stands in for NVIDIA's. */
    NVIDIA_STAND_IN
  }

  /** With GPUs that the agents simulate, tuned as usual, at any free ports and unwatched. */
  public UpOptions(
      int nodes,
      int gpusPerNode,
      String gpu,
      String workload,
      String policy,
      @Nullable Duration duration,
      @Nullable Path dataDir,
      long seed,
      Duration poll,
      KeepOptions keep,
      boolean quiet,
      List<String> command) {
    this(
        nodes,
        gpusPerNode,
        gpu,
        workload,
        SensitivitySettings.DEFAULT,
        Tuning.by(policy),
        duration,
        dataDir,
        seed,
        poll,
        0,
        0,
        keep,
        null,
        quiet,
        command,
        Hardware.SIMULATED,
        GivenComponents.NOTHING);
  }

  /** Number of simulated GPUs. */
  int devices() {
    return nodes * gpusPerNode;
  }
}

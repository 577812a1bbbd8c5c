package io.wattune.collectors.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Detects that a command may see only some of the machine's GPUs. Which ones cannot be determined
 * here, since each library numbers the GPUs in an order of its own: the note names the variable,
 * and does not guess.
 */
public final class ChosenGpus {
  private static final List<String> VARIABLES =
      List.of(
          "CUDA_VISIBLE_DEVICES",
          "ROCR_VISIBLE_DEVICES",
          "HIP_VISIBLE_DEVICES",
          "SLURM_STEP_GPUS",
          "SLURM_JOB_GPUS");

  private ChosenGpus() {}

  /**
   * What to say of a command that names no devices; empty where it sees as many as were measured.
   *
   * @param environment the command's
   * @param devices how many devices were measured
   */
  public static Optional<String> note(Map<String, String> environment, int devices) {
    return VARIABLES.stream()
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .findFirst()
        .filter(name -> environment.getOrDefault(name, "").split(",", -1).length < devices)
        .map(
            name ->
                ("%s is '%s', and the energy is that of all %s devices; name the "
                        + "command's by --device")
                    .formatted(name, environment.get(name), devices));
  }
}

package io.wattune.launcher.run;

import io.wattune.collectors.amd.ComputeUnits;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.launcher.option.Bounds;
import io.wattune.schemas.failure.EngineException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many compute units of AMD GPUs the command may use. */
final class UnitsOptions {
  private static final String VISIBLE = "ROCR_VISIBLE_DEVICES";

  @Option(
      names = "--compute-units",
      paramLabel = "N",
      description =
          "compute units of each AMD GPU that the command may use, by "
              + CuMask.HSA_VARIABLE
              + "; nothing can change them while it runs; default: all")
  @Bounds(lowest = "1", highest = "1024")
  private @Nullable Integer units;

  @Option(
      names = "--unit-placement",
      paramLabel = "WAY",
      defaultValue = "DISTRIBUTED",
      description =
          "where they lie: distributed over all engines, packed (one engine is filled before the"
              + " next), balanced (evenly over as few engines as hold them), or conserved (the same,"
              + " but the last engine has what rounding up leaves); default: distributed")
  private CuPlacement placement = CuPlacement.DISTRIBUTED;

  /**
   * What the command's environment has in addition.
   *
   * @param environment what it has
   */
  Map<String, String> variables(ComputeUnits gpus, Map<String, String> environment)
      throws EngineException {
    Integer count = units;
    if (count == null) {
      return Map.of();
    }
    for (String each : new String[] {CuMask.HSA_VARIABLE, CuMask.ROC_VARIABLE}) {
      Optional<String> before = Optional.ofNullable(environment.get(each));
      if (before.isPresent()) {
        throw EngineException.wrongInput(
            "--compute-units: %s is set already, to %s; leave one of them away"
                .formatted(each, before.get()));
      }
    }
    try {
      return Map.of(
          CuMask.HSA_VARIABLE, gpus.mask(placement, count, environment.containsKey(VISIBLE)));
    } catch (DeviceException e) {
      throw EngineException.wrongInput("--compute-units: " + e.getMessage());
    }
  }
}

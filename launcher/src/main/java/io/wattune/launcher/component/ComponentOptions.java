package io.wattune.launcher.component;

import io.wattune.core.component.GivenModel;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.evaluation.energymodel.EnergyModelFile;
import io.wattune.pipeline.component.GivenComponents;
import io.wattune.pipeline.jobs.FloorPlanFile;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is known of devices before anything is measured. */
public final class ComponentOptions {
  @Option(
      names = "--energy-model",
      paramLabel = "FILE|gtx1050",
      description =
          "what components cost, for the components job to begin with: a file that wattune"
              + " energy-model fit --out wrote, or the published table of the GTX 1050; what is"
              + " measured takes its place by and by; default: learn it from nothing")
  private @Nullable String energyModel;

  @Option(
      names = "--floor-plan",
      paramLabel = "DEVICE=FILE",
      split = ",",
      description =
          "where a device's blocks lie, for the components job: a JSON file with a HotSpot floor"
              + " plan, its package, and which component is where; DEVICE may end with * for all"
              + " that begin so; may be repeated; default: a generic plan of the device's size, with"
              + " a wider error")
  private List<String> floorPlans = List.of();

  public ComponentOptions() {}

  /** What was given; reads the files. */
  public GivenComponents read() throws EngineException {
    return new GivenComponents(model(), plans());
  }

  private List<GivenPlan> plans() throws EngineException {
    List<GivenPlan> plans = new ArrayList<>();
    for (String each : floorPlans) {
      plans.add(FloorPlanFile.read(each));
    }
    return plans;
  }

  private @Nullable GivenModel model() throws EngineException {
    try {
      return energyModel == null ? null : EnergyModelFile.read(energyModel);
    } catch (EngineException e) {
      throw EngineException.wrongInput("--energy-model: " + e.getMessage());
    }
  }
}

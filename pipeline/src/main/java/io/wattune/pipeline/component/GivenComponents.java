package io.wattune.pipeline.component;

import io.wattune.core.component.GivenModel;
import io.wattune.core.thermal.live.GivenPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the components job begins with.
 *
 * @param model what components cost; null for nothing
 * @param plans where devices' blocks lie
 */
public record GivenComponents(@Nullable GivenModel model, List<GivenPlan> plans) {
  public static final GivenComponents NOTHING = new GivenComponents(null, List.of());

  public GivenComponents {
    plans = List.copyOf(plans);
  }
}

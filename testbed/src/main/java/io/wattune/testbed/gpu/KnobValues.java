package io.wattune.testbed.gpu;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;

/**
 * Values of the three knobs.
 *
 * @param cuCount compute units in use
 * @param coreMegaHertz core clock
 * @param memoryMegaHertz memory clock
 */
public record KnobValues(int cuCount, int coreMegaHertz, int memoryMegaHertz) {
  /** As settings. */
  public Configuration configuration() {
    return Configuration.of(
        new Setting(TunableName.CU_COUNT, TunableUnit.COUNT, cuCount),
        new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, coreMegaHertz),
        new Setting(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, memoryMegaHertz));
  }
}

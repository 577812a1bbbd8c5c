package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.amd.ComputeUnits;
import io.wattune.collectors.sysfs.SysFiles;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class UnitsOptionsTest {
  @TempDir private Path root;

  /** What the command's environment has in addition to this one. */
  private Map<String, String> variables(Map<String, String> environment, String... arguments)
      throws EngineException {
    var options = new UnitsOptions();
    var line =
        new CommandLine(
            CommandSpec.create().addMixin("units", CommandSpec.forAnnotatedObject(options)));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.parseArgs(arguments);
    return options.variables(new ComputeUnits(new SysTree(root, SysFiles.MACHINE)), environment);
  }

  private void aCard() throws IOException {
    Path device = Files.createDirectories(root.resolve("class/drm/card0/device"));
    Files.writeString(device.resolve("vendor"), "0x1002\n");
    Files.writeString(device.resolve("uevent"), "PCI_SLOT_NAME=0000:03:00.0\n");
    Path node = Files.createDirectories(root.resolve("class/kfd/kfd/topology/nodes/1"));
    Files.writeString(
        node.resolve("properties"),
        "simd_count 240\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n"
            + "location_id 768\ndomain 0\n");
  }

  @Test
  void theCommandIsToldItsUnits() throws Exception {
    aCard();

    assertThat(variables(Map.of(), "--compute-units", "8"))
        .isEqualTo(Map.of("HSA_CU_MASK", "0:0xFF"));
    assertThat(variables(Map.of(), "--compute-units", "2", "--unit-placement", "packed"))
        .isEqualTo(Map.of("HSA_CU_MASK", "0:0x11"));
  }

  @Test
  void withoutTheOptionNothingIsLookedFor() throws Exception {
    assertThat(variables(Map.of("HSA_CU_MASK", "0:0x1"))).isEmpty();
  }

  @Test
  void aMaskThatIsSetAlreadyIsNotOverruled() throws Exception {
    aCard();

    assertThatThrownBy(() -> variables(Map.of("ROC_GLOBAL_CU_MASK", "0x1"), "--compute-units", "8"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("ROC_GLOBAL_CU_MASK is set already, to 0x1");
  }

  @Test
  void withoutAnAmdGpuTheCommandIsNotStarted() {
    assertThatThrownBy(() -> variables(Map.of(), "--compute-units", "8"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("--compute-units: no AMD GPU");
  }
}

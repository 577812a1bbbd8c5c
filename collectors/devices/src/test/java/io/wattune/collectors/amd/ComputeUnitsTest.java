package io.wattune.collectors.amd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.mask.CuPlacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComputeUnitsTest {
  /** 15 units in each of 4 engines. */
  private static final String SIXTY =
      "simd_count 240\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n";

  /** 16 units in each of 4 engines. */
  private static final String SIXTY_FOUR =
      "simd_count 256\nsimd_per_cu 4\narray_count 4\nsimd_arrays_per_engine 1\n";

  @TempDir private Path root;
  private FakeAmdgpu driver;

  @BeforeEach
  void twoCards() throws IOException {
    driver = new FakeAmdgpu(root).add(0, "0000:03:00.0").add(1, "0000:83:00.0");
    node(0, "simd_count 0");
    node(1, SIXTY + "location_id 768\ndomain 0");
  }

  private void node(int number, String properties) throws IOException {
    Path folder = root.resolve("class/kfd/kfd/topology/nodes/" + number);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("properties"), properties + "\n");
  }

  private String mask(CuPlacement placement, int count, boolean areGpusChosen)
      throws DeviceException {
    return new ComputeUnits(new SysTree(root, driver)).mask(placement, count, areGpusChosen);
  }

  @Test
  void eachGpuHasItsMask() throws Exception {
    node(2, SIXTY_FOUR + "location_id 33536\ndomain 0");

    assertThat(mask(CuPlacement.DISTRIBUTED, 8, false)).isEqualTo("0:0xFF;1:0xFF");
    assertThat(mask(CuPlacement.PACKED, 2, false)).isEqualTo("0:0x11;1:0x11");
  }

  @Test
  void aGpuThatRunsNoProgramsHasNone() throws Exception {
    assertThat(mask(CuPlacement.DISTRIBUTED, 60, false)).isEqualTo("0:0xFFFFFFFFFFFFFFF");
  }

  @Test
  void neverAnEmptyMaskOrOneThatAGpuDoesNotHave() {
    for (int count : new int[] {0, 61}) {
      assertThatThrownBy(() -> mask(CuPlacement.DISTRIBUTED, count, false))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("0000:03:00.0 has 60 compute units");
    }
  }

  @Test
  void gpusThatAreNumberedAnewMustBeAlike() throws Exception {
    assertThat(mask(CuPlacement.DISTRIBUTED, 8, true)).isEqualTo("0:0xFF");
    node(2, SIXTY_FOUR + "location_id 33536\ndomain 0");

    assertThatThrownBy(() -> mask(CuPlacement.DISTRIBUTED, 8, true))
        .hasMessageContaining("ROCR_VISIBLE_DEVICES");
  }

  @Test
  void withoutALayoutNoMaskIsCertain() throws Exception {
    node(2, SIXTY.replace("240", "236") + "location_id 33536\ndomain 0");

    assertThatThrownBy(() -> mask(CuPlacement.DISTRIBUTED, 8, false))
        .hasMessageContaining("0000:83:00.0 lie is not known");
  }

  @Test
  void withoutSuchAGpuItIsSaid() throws Exception {
    node(1, "simd_count 0");

    assertThatThrownBy(() -> mask(CuPlacement.DISTRIBUTED, 8, false))
        .hasMessageContaining("no AMD GPU");
  }
}

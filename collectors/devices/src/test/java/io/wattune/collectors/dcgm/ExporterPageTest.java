package io.wattune.collectors.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExporterPageTest {
  private static final String UUID = "GPU-1";

  @Test
  void oldAndNewNamesAreTheSameField() {
    String old = FakeExporter.line("DCGM_FI_DEV_POWER_USAGE", UUID, "61.25");
    String now = FakeExporter.line("DCGM_FI_DEV_BOARD_POWER_WATTS", "GPU-2", "71.5 1700000000000");

    ExporterPage page = ExporterPage.of("# HELP x\n# TYPE x gauge\n" + old + now);

    assertThat(page.gpus().get(UUID).value(DcgmField.POWER)).hasValue(61.25);
    assertThat(page.gpus().get("GPU-2").value(DcgmField.POWER)).hasValue(71.5);
    assertThat(page.gpus().get(UUID).model()).isEqualTo("NVIDIA A100-SXM4-40GB");
    assertThat(page.gpus().get(UUID).driver()).isEqualTo("550.54");
  }

  @Test
  void numbersAndNamesAreEachOfOneField() {
    assertThat(Arrays.stream(DcgmField.values()).map(DcgmField::number)).doesNotHaveDuplicates();
    assertThat(DcgmField.of("DCGM_FI_PROF_DRAM_UTIL_RATIO").orElseThrow().number()).isEqualTo(1005);
    assertThat(DcgmField.of("DCGM_FI_DEV_BOARD_POWER_RAW_WATTS").orElseThrow().number())
        .isEqualTo(157);
  }

  @Test
  void whatIsNoNumberIsAbsent() {
    String text =
        FakeExporter.line("DCGM_FI_DEV_POWER_USAGE", UUID, "NaN")
            + FakeExporter.line("DCGM_FI_DEV_GPU_TEMP", UUID, "N/A")
            + FakeExporter.line("DCGM_FI_DEV_SM_CLOCK", UUID, "1410")
            + "DCGM_FI_DEV_SM_CLOCK 7\nbroken{\n}{\n";

    ExporterPage.Gpu gpu = ExporterPage.of(text).gpus().get(UUID);

    assertThat(gpu.values().keySet()).containsExactly(DcgmField.SM_CLOCK);
  }

  /** DCGM's blanks, as numbers: fails where they are values. */
  @Test
  void whatDcgmSaysIsBlankIsAbsent() {
    String text =
        FakeExporter.line("DCGM_FI_DEV_POWER_USAGE", UUID, "140737488355328.000000")
            + FakeExporter.line("DCGM_FI_DEV_GPU_TEMP", UUID, "140737488355330")
            + FakeExporter.line("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", UUID, "9223372036854775794")
            + FakeExporter.line("DCGM_FI_DEV_MEM_CLOCK", UUID, "+Inf")
            + FakeExporter.line("DCGM_FI_DEV_SM_CLOCK", UUID, "1.41e+03");

    ExporterPage.Gpu gpu = ExporterPage.of(text).gpus().get(UUID);

    assertThat(gpu.values()).containsOnly(Map.entry(DcgmField.SM_CLOCK, 1_410.0));
  }

  /** As with the exporter's option -o. */
  @Test
  void theUuidMayStandInSmallLetters() {
    ExporterPage page = ExporterPage.of("DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",uuid=\"GPU-1\"} 61.5\n");

    assertThat(page.gpus().get(UUID).value(DcgmField.POWER)).hasValue(61.5);
  }

  @Test
  void slicesAreCountedAndLeftOut() {
    String slice =
        "DCGM_FI_PROF_SM_ACTIVE{UUID=\"GPU-1\",GPU_I_PROFILE=\"1g.5gb\",GPU_I_ID=\"7\"} 0.5\n";

    ExporterPage page = ExporterPage.of(slice + slice);

    assertThat(page.gpus()).isEmpty();
    assertThat(page.slices()).isEqualTo(2);
  }

  @Test
  void labelsMayHoldQuotesAndCommas() {
    String text =
        "DCGM_FI_DEV_SM_CLOCK{pod=\"a\\\"b,c=\\\"d\",UUID=\"GPU-1\",modelName=\"x\\\\y\"} 5\n";

    assertThat(
            ExporterPage.of(text).gpus().values().stream()
                .map(gpu -> gpu.uuid() + " " + gpu.model())
                .collect(Collectors.joining()))
        .isEqualTo("GPU-1 x\\y");
  }
}

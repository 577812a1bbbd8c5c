package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.testbed.BoardBehaviour;
import io.wattune.testbed.SensorParameters;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DataFilesTest {
  @TempDir Path folder;

  @Test
  void everyBundledFileCanBeReadUnderItsOwnName() throws IOException {
    for (String name : DataFiles.BUNDLED_GPUS) {
      assertThat(DataFiles.gpu(name).name()).isEqualTo(name);
    }
    for (String name : DataFiles.BUNDLED_WORKLOADS) {
      assertThat(DataFiles.workload(name).name()).isEqualTo(name.replace("hd7970/", ""));
    }
    for (String name : DataFiles.BUNDLED_APPLICATIONS) {
      assertThat(DataFiles.application(name).workload()).isEqualTo(DataFiles.workload(name));
    }
  }

  @Test
  void theGcnHasThreeTunablesAtBoost() throws IOException {
    List<Tunable> tunables = DataFiles.gpu("gcn-32cu").tunables();

    assertThat(tunables)
        .extracting(Tunable::name)
        .containsExactly(TunableName.CORE_CLOCK, TunableName.MEMORY_CLOCK, TunableName.CU_COUNT);
    assertThat(tunables)
        .extracting(Tunable::grid)
        .containsExactly(
            ValueGrid.evenly(300, 1000, 100),
            ValueGrid.evenly(475, 1375, 150),
            ValueGrid.evenly(4, 32, 4));
    assertThat(tunables).extracting(t -> t.ownValue().orElse(0)).containsExactly(1000L, 1375L, 32L);
  }

  @Test
  void theGcnsOfNewerSensorsAreTheSameBesides() throws IOException {
    GpuModel gcn = DataFiles.gpu("gcn-32cu");
    for (String name : List.of("gcn-32cu-average", "gcn-32cu-instant")) {
      GpuModel other = DataFiles.gpu(name);
      assertThat(other)
          .usingRecursiveComparison()
          .ignoringFields("name", "product", "sensor", "pollPeriodNanos")
          .isEqualTo(gcn);
      assertThat(other.pollPeriodNanos()).isEqualTo(10_000_000);
    }
    assertThat(DataFiles.gpu("gcn-32cu-average").sensor())
        .isEqualTo(new SensorParameters(0, 1, 0, 100_000_000, 0.1, 10, 1, 0));
    assertThat(DataFiles.gpu("gcn-32cu-instant").sensor())
        .isEqualTo(new SensorParameters(0, 0.025, 0, 100_000_000, 0.3, 10, 1, 0));
  }

  @Test
  void kernelsOfSeveralBundledWorkloadsAreThoseOfTheMixedOne() throws IOException {
    List<Kernel> mixed = DataFiles.workload("mixed").kernels();
    assertThat(mixed).containsAll(DataFiles.workload("bursty").kernels());
    assertThat(mixed).containsAll(DataFiles.workload("memory").kernels());
    assertThat(mixed).contains(DataFiles.workload("phases").kernels().get(1));
  }

  @Test
  void aFileOfTheUsersOwnIsReadByItsPath() throws IOException {
    Path file = folder.resolve("own.json");
    Files.writeString(file, bundled("workloads/compute").replace("\"compute\"", "\"own\""));

    assertThat(DataFiles.workload(file.toString()).name()).isEqualTo("own");
    assertThatThrownBy(() -> DataFiles.workload("nowhere"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'nowhere'")
        .hasMessageContaining("short-kernels");
  }

  @Test
  void anUnknownKeyIsAnErrorThatNamesTheNearestKnownOne() throws IOException {
    String json = bundled("workloads/compute").replaceFirst("\"vgprs\"", "\"vgpr\"");

    assertThatThrownBy(() -> parse(json, Workload.class))
        .hasMessageContaining("'my.json'")
        .hasMessageContaining("kernels[0]")
        .hasMessageContaining("unknown key 'vgpr'")
        .hasMessageContaining("nearest known one is 'vgprs'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"exponent\": 6 | \"exponent\": 0.5 | exponent must be in 1.0..100.0, was 0.5",
        "\"exponent\": 6, | | at time: the key 'exponent' is missing",
        "\"volts\": 0.95 | \"volt\": 0.95 | at power.voltages[1]: unknown key 'volt'",
        "\"l2Kilobytes\": 768 | \"l2Kilobytes\": \"768\" | l2Kilobytes",
        "\"l2Kilobytes\": 768 | \"l2Kilobytes\": null | l2Kilobytes",
        "\"simdsPerUnit\": 4 | \"simdsPerUnit\": 4.5 | simdsPerUnit",
        "\"own\": 32 | \"own\": 33 | own must be in 4..32, was 33",
        "\"STEADY\" | \"ODD\" | IRREGULAR",
        "\"timeNoise\": 0.003 | \"timeNoise\": 0.5 | timeNoise",
        "\"idleWatts\": 46 | \"idleWatts\": -1 | idle.idleWatts",
        "\"name\": \"gcn-32cu\" | \"name\": \"a\", \"name\": \"b\" | Duplicate",
        "{\"megaHertz\": 500, \"volts\": 0.95} | {\"megaHertz\": 200, \"volts\": 0.95} | ascend"
      })
  void aWrongValueIsAnErrorThatNamesItsPlace(String right, String wrong, String problem)
      throws IOException {
    String json = bundled("gpus/gcn-32cu");
    assertThat(json).contains(right);
    String broken = json.replace(right, wrong == null ? "" : wrong);

    assertThatThrownBy(() -> parse(broken, GpuModel.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'my.json'")
        .hasMessageContaining(problem);
  }

  @Test
  void aStepMustNameAKernelOfTheFile() throws IOException {
    String json =
        bundled("workloads/compute").replace("\"kernel\": \"matmul\"", "\"kernel\": \"matmu\"");

    assertThatThrownBy(() -> parse(json, Workload.class))
        .hasMessageContaining("'matmu'")
        .hasMessageContaining("polynomial");
  }

  @Test
  void everyKernelOfAnApplicationHasItsOrigins() throws IOException {
    String json = bundled("workloads/hd7970/Sort");

    assertThatThrownBy(() -> parse(json.replaceFirst("\"Reduce\"", "\"R\""), Application.class))
        .hasMessageContaining("'R' is none or twice there");
    assertThatThrownBy(
            () -> parse(json.replace("\"laneUtilization\"]", "\"lanes\"]"), Application.class))
        .hasMessageContaining("'lanes' is none of");
    assertThatThrownBy(
            () ->
                parse(
                    json.replace("\"paper\": [\"vgprs\"", "\"paper\": [\"sgprs\", \"vgprs\""),
                    Application.class))
        .hasMessageContaining("must have one origin");
  }

  @Test
  void everyFieldIsDocumented() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "testbed-files.md"));

    Stream.of(
            GpuModel.class,
            Knob.class,
            TimeConstants.class,
            PowerConstants.class,
            PowerConstants.VoltagePoint.class,
            BoardBehaviour.class,
            SensorParameters.class,
            Application.class,
            LatentOrigins.class,
            Workload.class,
            Workload.Step.class,
            Kernel.class,
            Kernel.Phase.class)
        .flatMap(type -> Stream.of(type.getRecordComponents()))
        .map(RecordComponent::getName)
        .forEach(field -> assertThat(page).contains("\n| `" + field + "` |"));
    for (PollPattern pattern : PollPattern.values()) {
      assertThat(page).contains("`" + pattern + "`");
    }
    for (String name : DataFiles.BUNDLED_WORKLOADS) {
      assertThat(page).contains("`" + name + "`");
    }
  }

  private static String bundled(String name) throws IOException {
    String resource = "/io/wattune/testbed/" + name + ".json";
    try (InputStream in = DataFilesTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static <T> T parse(String json, Class<T> type) {
    return DataFiles.parse("my.json", json.getBytes(StandardCharsets.UTF_8), type);
  }
}

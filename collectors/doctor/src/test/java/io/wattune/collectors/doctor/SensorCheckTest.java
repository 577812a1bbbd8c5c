package io.wattune.collectors.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.profile.ProfileFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SensorCheckTest {
  @TempDir Path folder;

  @Test
  void whatIsNotLearnedYetIsSaidWithWhatToDo() {
    SensorCheck.Sensor sensor = SensorCheck.of(gpu("power.draw", SignalUnit.MILLIWATTS), List.of());

    Finding finding = sensor.findings().get(0);
    assertThat(finding.level()).isEqualTo(Finding.Level.NOTE);
    assertThat(finding.what())
        .startsWith("power.draw, nothing has been learned of its sensor yet. No load is known")
        .contains("a load of 240 W is known within 5 % from");
    assertThat(finding.remedy()).contains("wattune calibrate");
    assertThat(Objects.requireNonNull(sensor.floor()).range().highestWatts()).isEqualTo(300);
  }

  @Test
  void theProfileOfTheNodesFileCounts() throws Exception {
    Files.writeString(folder.resolve("profiles.json"), ProfileFile.text(List.of(profile())));

    SensorCheck.Sensor sensor =
        SensorCheck.of(gpu("power.draw", SignalUnit.MILLIWATTS), List.of(node("profiles.json")));

    NoiseFloor floor = Objects.requireNonNull(sensor.floor());
    assertThat(floor.isGainKnown()).isTrue();
    assertThat(sensor.findings().get(0).what()).contains("by the profile of the node's file");
    assertThat(sensor.findings().get(0).remedy()).isEmpty();
  }

  @Test
  void profilesThatCannotBeReadAreBroken() throws Exception {
    SensorCheck.Sensor sensor =
        SensorCheck.of(gpu("power.draw", SignalUnit.MILLIWATTS), List.of(node("gone.json")));

    assertThat(sensor.findings().get(0).level()).isEqualTo(Finding.Level.BROKEN);
    assertThat(sensor.findings().get(0).what()).contains("gone.json");
    assertThat(sensor.findings()).hasSize(2);
  }

  @Test
  void whatOnlyCountsEnergyHasNoFloor() {
    SensorCheck.Sensor sensor = SensorCheck.of(gpu("energy", SignalUnit.MICROJOULES), List.of());

    assertThat(sensor.floor()).isNull();
    assertThat(sensor.findings()).isEmpty();
  }

  private static FoundDevice gpu(String signal, SignalUnit unit) {
    return new FoundDevice(
        "fake",
        "G1",
        Map.of(),
        "maker",
        "Fake 100",
        "1.2",
        List.of(new Signal(signal, unit, 20_000_000)),
        List.of(
            new Tunable(
                "power.limit",
                TunableUnit.MILLIWATTS,
                ValueGrid.evenly(100_000, 300_000, 1_000),
                OptionalLong.of(250_000),
                false)),
        List.of(),
        List.of());
  }

  private static SensorProfile profile() {
    return new SensorProfile(
        "p",
        "n1/G1",
        "power.draw",
        SensorModel.lag(0.84, 0.008),
        ProfileSource.GIVEN,
        0.015,
        0,
        0.004,
        1.02,
        0.004,
        -2,
        0.5,
        0,
        0.2,
        12,
        0);
  }

  private NodeConfig node(String profiles) throws Exception {
    Path file = folder.resolve("node.json");
    Files.writeString(
        file,
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "127.0.0.1:9",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "G1"}}],
         "activities": {"profiles": "%s"}}
        """
            .formatted(profiles));
    return NodeFiles.read(List.of(file)).get(0);
  }
}

package io.wattune.collectors.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.testbed.register.ControlRegisters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedControlsTest {
  private static final Tunable CLOCK =
      new Tunable(
          "core.clock",
          TunableUnit.MEGAHERTZ,
          ValueGrid.evenly(300, 1000, 100),
          OptionalLong.of(1000),
          false);

  @TempDir private Path folder;
  private ControlRegisters registers;

  @BeforeEach
  void registersOfADevice() throws Exception {
    registers = ControlRegisters.create(folder.resolve("g0.registers"), "n1/g0", List.of(CLOCK));
  }

  @Test
  void writesAndReadsTheRegistersThatTheSimulatorSees() throws Exception {
    try (DeviceControls controls = open("n1/g0", "g0.registers")) {
      Control clock = controls.controls().get(0);
      assertThat(clock.tunable().grid()).isEqualTo(CLOCK.grid());
      assertThat(clock.tunable().ownValue()).as("not this face's to say").isEmpty();
      assertThat(clock.read()).isEqualTo(1000);

      clock.write(400);

      assertThat(registers.value(0)).isEqualTo(400);
      assertThat(clock.read()).isEqualTo(400);
      assertThat(controls.runningActivity()).isNull();
      registers.runs("nbody");
      assertThat(controls.runningActivity()).isEqualTo("nbody");
    }
  }

  @Test
  void aControlThatRefusesIsAnErrorOfTheDevice() throws Exception {
    Control clock = open("n1/g0", "g0.registers").controls().get(0);

    assertThatThrownBy(() -> clock.write(450))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("does not take this value");
    assertThat(clock.read()).isEqualTo(1000);
  }

  @Test
  void saysWhichFileIsWrongAndWhy() {
    assertThatThrownBy(() -> open("n1/g0", "none"))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("none is not there yet; the agent makes it");
    assertThatThrownBy(() -> open("n1/g1", "g0.registers"))
        .hasMessageContaining("is of device 'n1/g0', not of 'n1/g1'");
  }

  private DeviceControls open(String device, String file) throws DeviceException {
    return DeviceKinds.standard()
        .openControls("simulated", new DeviceSettings(device, folder, Map.of("registers", file)));
  }
}

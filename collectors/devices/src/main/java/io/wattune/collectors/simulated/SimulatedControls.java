package io.wattune.collectors.simulated;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.Tunable;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The writer's face of a simulated GPU: its registers, as a driver's. */
final class SimulatedControls implements DeviceControls {

  private record RegisterControl(ControlRegisters registers, int control) implements Control {
    @Override
    public Tunable tunable() {
      return registers.tunables().get(control).withOwnValue(OptionalLong.empty());
    }

    @Override
    public long read() {
      return registers.value(control);
    }

    @Override
    public void write(long value) throws DeviceException {
      try {
        registers.write(control, value);
      } catch (IOException | IllegalArgumentException e) {
        throw new DeviceException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private final ControlRegisters registers;
  private final List<Control> controls;

  SimulatedControls(ControlRegisters registers) {
    this.registers = registers;
    this.controls =
        IntStream.range(0, registers.tunables().size())
            .<Control>mapToObj(k -> new RegisterControl(registers, k))
            .toList();
  }

  @Override
  public String device() {
    return registers.device();
  }

  @Override
  public List<Control> controls() {
    return controls;
  }

  @Override
  public @Nullable String runningActivity() {
    return registers.runningActivity().orElse(null);
  }

  @Override
  public boolean saysWhatRuns() {
    return true;
  }
}

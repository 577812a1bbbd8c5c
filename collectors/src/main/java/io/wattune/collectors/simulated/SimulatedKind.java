package io.wattune.collectors.simulated;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A simulated GPU. Its settings are in a mapped register file, which the agent makes and the writer
 * opens.
 *
 * <p>Settings: {@code registers}, the register file.
 */
public final class SimulatedKind implements DeviceKind {
  private static final String REGISTERS = "registers";
  private static final Set<String> KNOWN =
      Set.of(REGISTERS, "model", "workload", "seed", "pollPeriodMillis");

  public SimulatedKind() {}

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    throw new DeviceException("simulated GPUs cannot be read yet, only written");
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(KNOWN);
    Path file = settings.requiredPath(REGISTERS);
    if (!Files.exists(file)) {
      throw new DeviceException(
          "the register file " + file + " is not there yet; the agent makes it: start it first");
    }
    try {
      ControlRegisters registers = ControlRegisters.open(file);
      if (!registers.device().equals(settings.device())) {
        throw new DeviceException(
            "the register file "
                + file
                + " is of device '"
                + registers.device()
                + "', not of '"
                + settings.device()
                + "'");
      }
      return new SimulatedControls(registers);
    } catch (IOException | IllegalArgumentException e) {
      throw new DeviceException("cannot open the register file " + file + ": " + e.getMessage(), e);
    }
  }
}

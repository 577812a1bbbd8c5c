package io.wattune.collectors.simulated;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.SimulatedGpu;
import io.wattune.testbed.gpu.Workload;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A simulated GPU. Its settings are in a mapped register file, which the agent makes and the writer
 * opens.
 *
 * <p>Settings: {@code registers}, the register file; {@code gpu} and {@code workload}, each the
 * name of a bundled one or a data file, the workload also {@code serving/NAME}, with which the GPU
 * is {@code mi50}; {@code seed}, 1 unless given; {@code pollHertz}, the model's own unless given.
 * Relative paths start at the node's file.
 */
public final class SimulatedKind implements DeviceKind {
  private static final String REGISTERS = "registers";
  private static final String GPU = "gpu";
  private static final String WORKLOAD = "workload";
  private static final String SEED = "seed";
  private static final String POLL_HERTZ = "pollHertz";
  private static final String RIGHT_SIZES = "rightSizes";
  private static final Set<String> KNOWN =
      Set.of(REGISTERS, GPU, WORKLOAD, SEED, POLL_HERTZ, RIGHT_SIZES);
  private static final long SECOND = 1_000_000_000L;
  private static final long MOST_HERTZ = 1_000_000;

  public SimulatedKind() {}

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    settings.allowOnly(KNOWN);
    Path file = settings.requiredPath(REGISTERS);
    long seed = settings.wholeNumber(SEED, 1);
    try {
      if (ServedLoad.isNamed(settings.required(WORKLOAD))) {
        return served(settings, file, epochNanos, seed);
      }
      GpuModel model = DataFiles.gpu(dataFile(settings, GPU, DataFiles.BUNDLED_GPUS));
      Workload workload =
          DataFiles.workload(dataFile(settings, WORKLOAD, DataFiles.BUNDLED_WORKLOADS));
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      ControlRegisters registers =
          ControlRegisters.create(file, settings.device(), model.tunables());
      var gpu = new SimulatedGpu(model, workload, registers, epochNanos.getAsLong(), seed);
      return new SimulatedSource(
          gpu, registers, epochNanos, pollPeriodNanos(settings, model.pollPeriodNanos()));
    } catch (IOException | IllegalArgumentException e) {
      throw DeviceException.ofTheFile(
          "device '" + settings.device() + "' cannot be simulated: " + e.getMessage(), e);
    }
  }

  private static DeviceSource served(
      DeviceSettings settings, Path file, LongSupplier epochNanos, long seed)
      throws DeviceException, IOException {
    ServedLoad load = ServedLoad.of(settings.required(WORKLOAD));
    if (!settings.required(GPU).equals(ServedGpu.NAME)) {
      throw new IllegalArgumentException(
          "workload '" + settings.required(WORKLOAD) + "' needs the gpu '" + ServedGpu.NAME + "'");
    }
    if (file.getParent() != null) {
      Files.createDirectories(file.getParent());
    }
    ControlRegisters registers =
        ControlRegisters.create(file, settings.device(), ServedGpu.tunables(load));
    var gpu = new ServedGpu(load, registers, epochNanos.getAsLong(), seed);
    RuntimeSizes sizes =
        settings.values().containsKey(RIGHT_SIZES)
            ? new RuntimeSizes(settings.requiredPath(RIGHT_SIZES), gpu)
            : null;
    return new SimulatedSource(
        gpu,
        registers,
        epochNanos,
        pollPeriodNanos(settings, ServedGpu.POLL_PERIOD_NANOS),
        sizes == null ? () -> {} : sizes::look);
  }

  private static String dataFile(DeviceSettings settings, String key, List<String> bundled)
      throws DeviceException {
    String name = settings.required(key);
    return bundled.contains(name) ? name : settings.requiredPath(key).toString();
  }

  private static long pollPeriodNanos(DeviceSettings settings, long ownNanos)
      throws DeviceException {
    long hertz = settings.wholeNumber(POLL_HERTZ, 0);
    if (hertz < 0 || hertz > MOST_HERTZ) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be in 1..%s, was %s"
              .formatted(POLL_HERTZ, settings.device(), MOST_HERTZ, hertz));
    }
    return hertz == 0 ? ownNanos : SECOND / hertz;
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
            "the register file %s is of device '%s', not of '%s'"
                .formatted(file, registers.device(), settings.device()));
      }
      return new SimulatedControls(registers);
    } catch (IOException | IllegalArgumentException e) {
      throw new DeviceException("cannot open the register file " + file + ": " + e.getMessage(), e);
    }
  }
}

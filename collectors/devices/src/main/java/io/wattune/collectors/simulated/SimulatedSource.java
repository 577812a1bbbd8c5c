package io.wattune.collectors.simulated;

import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.tunable.Tunable;
import io.wattune.testbed.gpu.ClockedGpu;
import io.wattune.testbed.gpu.GpuTruth;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testbed.serving.ServedGpu;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reader's face of a simulated GPU, which lives by the agent's clock: each question advances it
 * to now. After a step of that clock back it stands still until the time before has come again.
 */
public final class SimulatedSource extends PoweredDevice implements EventSource {
  private final ClockedGpu gpu;
  private final ControlRegisters registers;
  private final LongSupplier epochNanos;
  private final Runnable runtime;

  SimulatedSource(
      ClockedGpu gpu, ControlRegisters registers, LongSupplier epochNanos, long pollPeriodNanos) {
    this(gpu, registers, epochNanos, pollPeriodNanos, () -> {});
  }

  /** The same; before each poll its server's runtime looks for what it follows. */
  SimulatedSource(
      ClockedGpu gpu,
      ControlRegisters registers,
      LongSupplier epochNanos,
      long pollPeriodNanos,
      Runnable runtime) {
    super(
        gpu.device(),
        new Signal("power.draw", SignalUnit.MILLIWATTS, pollPeriodNanos),
        gpu.hasEnergyCounter()
            ? new Signal("total_energy_consumption", SignalUnit.MILLIJOULES, pollPeriodNanos)
            : null);
    this.runtime = runtime;
    this.gpu = gpu;
    this.registers = registers;
    this.epochNanos = epochNanos;
  }

  /** What the GPU really took and did; for any thread. */
  public GpuTruth truth() {
    return gpu.truth();
  }

  /** The GPU that answers requests, where it does; null for one that runs a workload. */
  public @Nullable ServedGpu served() {
    return gpu instanceof ServedGpu served ? served : null;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) {
    List<Tunable> tunables = new ArrayList<>();
    for (int k = 0; k < registers.tunables().size(); k++) {
      OptionalLong value = OptionalLong.of(registers.value(k));
      tunables.add(registers.tunables().get(k).withOwnValue(value));
    }
    return described(gpu.vendor(), gpu.product(), "", nowNanos, tunables);
  }

  @Override
  public EventSource events() {
    return this;
  }

  /** Milliwatts as the sensor shows them when it is asked; waits as long as its driver would. */
  @Override
  public int read() {
    runtime.run();
    long askedNanos = epochNanos.getAsLong();
    int milliwatts = gpu.read(askedNanos);
    long answerNanos = gpu.answerNanos(askedNanos);
    for (long wait = answerNanos - askedNanos;
        wait > 0 && !Thread.currentThread().isInterrupted();
        wait = answerNanos - epochNanos.getAsLong()) {
      LockSupport.parkNanos(this, wait);
    }
    return milliwatts;
  }

  @Override
  public long readEnergy() {
    return energySignal() == null ? EnergyColumn.MISSING : gpu.millijoules();
  }

  @Override
  public void drain(Sink sink) {
    gpu.drain(sink::activity, sink::counters);
  }
}

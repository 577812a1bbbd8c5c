package io.wattune.benchmarks.agent;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Devices that answer at once: what is left is the agent's cost. Each answer is another number, or,
 * where they are told so, a new number comes once in a while, at times of each device's own, and
 * the agent may follow.
 */
final class CountingKind implements DeviceKind {
  static final String NAME = "counting";
  static final String PERIOD_NANOS = "periodNanos";
  static final String UPDATE_NANOS = "updateNanos";
  static final String PHASE_NANOS = "phaseNanos";

  private static final int IDLE_MILLIWATTS = 100_000;
  private static final int STEPS = 1_000;

  private static final class Source implements DeviceSource, PowerSource {
    private final String device;
    private final Signal signal;
    private final long updateNanos;
    private final long phaseNanos;
    private int polls;

    Source(String device, long periodNanos, long updateNanos, long phaseNanos) {
      this.device = device;
      this.updateNanos = updateNanos;
      this.phaseNanos = phaseNanos;
      this.signal = new Signal("power", SignalUnit.MILLIWATTS, periodNanos);
    }

    @Override
    public String device() {
      return device;
    }

    @Override
    public DeviceDescriptor describe(long nowNanos) {
      return new DeviceDescriptor(
          device,
          DeviceId.nodeOf(device),
          null,
          "none",
          "counting",
          "",
          null,
          nowNanos,
          List.of(signal),
          List.of());
    }

    @Override
    public PowerSource power() {
      return this;
    }

    @Override
    public EventSource events() {
      return EventSource.NONE;
    }

    @Override
    public Signal signal() {
      return signal;
    }

    @Override
    public int read() {
      if (updateNanos == 0) {
        polls++;
        return IDLE_MILLIWATTS + polls % STEPS;
      }
      long updates = (System.nanoTime() - phaseNanos) / updateNanos;
      return IDLE_MILLIWATTS + (int) (updates % STEPS);
    }

    @Override
    public boolean mayFollowUpdates() {
      return updateNanos > 0;
    }

    @Override
    public void close() {}
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    return new Source(
        settings.device(),
        settings.wholeNumber(PERIOD_NANOS, 0),
        settings.wholeNumber(UPDATE_NANOS, 0),
        settings.wholeNumber(PHASE_NANOS, 0));
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    throw new DeviceException("nothing can be set on counting devices");
  }
}

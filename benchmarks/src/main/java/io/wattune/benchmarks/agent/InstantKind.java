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
 * where configured so, a new number comes once in a while, at times of each device's own, and the
 * agent may follow; or the readings are kept, with their times, until the agent takes them.
 */
final class InstantKind implements DeviceKind {
  static final String NAME = "counting";
  static final String PERIOD_NANOS = "periodNanos";
  static final String UPDATE_NANOS = "updateNanos";
  static final String PHASE_NANOS = "phaseNanos";
  static final String KEPT_NANOS = "keptNanos";

  private static final int IDLE_MILLIWATTS = 100_000;
  private static final int STEPS = 1_000;

  private static final class Source implements DeviceSource, PowerSource {
    private final String device;
    private final Signal signal;
    private final long updateNanos;
    private final long phaseNanos;
    private final long keptNanos;
    private final LongSupplier epochNanos;
    private long lastNanos;
    private int polls;

    Source(DeviceSettings settings, LongSupplier epochNanos) throws DeviceException {
      this.device = settings.device();
      this.epochNanos = epochNanos;
      this.lastNanos = epochNanos.getAsLong();
      this.updateNanos = settings.wholeNumber(UPDATE_NANOS, 0);
      this.phaseNanos = settings.wholeNumber(PHASE_NANOS, 0);
      this.keptNanos = settings.wholeNumber(KEPT_NANOS, 0);
      this.signal =
          new Signal("power", SignalUnit.MILLIWATTS, settings.wholeNumber(PERIOD_NANOS, 0));
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
    public boolean keepsReadings() {
      return keptNanos > 0;
    }

    @Override
    public int readKept(KeptSink sink) {
      int given = 0;
      long nowNanos = epochNanos.getAsLong();
      for (; lastNanos + keptNanos <= nowNanos; given++) {
        lastNanos += keptNanos;
        polls++;
        sink.reading(lastNanos, IDLE_MILLIWATTS + polls % STEPS);
      }
      return given;
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
    return new Source(settings, epochNanos);
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    throw new DeviceException("nothing can be set on counting devices");
  }
}

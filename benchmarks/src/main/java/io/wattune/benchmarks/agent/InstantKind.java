package io.wattune.benchmarks.agent;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.testkit.CountingDevice;
import io.wattune.testkit.CountingKind;
import java.util.function.LongSupplier;

/**
 * Devices that answer at once: what is left is the agent's cost. Each answer is another number, or,
 * where configured so, a new number comes once in a while, at times of each device's own, and the
 * agent may follow; or the readings are kept, with their times, until the agent takes them.
 */
final class InstantKind extends CountingKind {
  static final String PERIOD_NANOS = "periodNanos";
  static final String UPDATE_NANOS = "updateNanos";
  static final String PHASE_NANOS = "phaseNanos";
  static final String KEPT_NANOS = "keptNanos";

  private static final int IDLE_MILLIWATTS = 100_000;
  private static final int STEPS = 1_000;

  private static final class Source extends CountingDevice {
    private final long updateNanos;
    private final long phaseNanos;
    private final long keptNanos;
    private final LongSupplier epochNanos;
    private long lastNanos;
    private int polls;

    Source(DeviceSettings settings, LongSupplier epochNanos) throws DeviceException {
      super(settings.device(), settings.wholeNumber(PERIOD_NANOS, 0));
      this.epochNanos = epochNanos;
      this.lastNanos = epochNanos.getAsLong();
      this.updateNanos = settings.wholeNumber(UPDATE_NANOS, 0);
      this.phaseNanos = settings.wholeNumber(PHASE_NANOS, 0);
      this.keptNanos = settings.wholeNumber(KEPT_NANOS, 0);
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
  }

  InstantKind() {
    super(0);
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    return new Source(settings, epochNanos);
  }
}

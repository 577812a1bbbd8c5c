package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A device that does as it is told. Each poll gives the next number. */
class FakeDevice implements DeviceSource, PowerSource {
  final AtomicInteger asked = new AtomicInteger();
  final Semaphore released = new Semaphore(0);
  final String device;
  final long periodNanos;
  volatile boolean hangs;
  volatile boolean isClosed;
  volatile @Nullable String error;
  volatile @Nullable String describeError;
  volatile long clockSetting = 900;
  volatile EventSource events = EventSource.NONE;

  /** What happens while the device is asked, for a test on manual time. */
  volatile Runnable whileAsked = () -> {};

  FakeDevice(String device, long periodNanos) {
    this.device = device;
    this.periodNanos = periodNanos;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    fail(describeError);
    return new DeviceDescriptor(
        device,
        DeviceId.nodeOf(device),
        null,
        "acme",
        "A1",
        "",
        null,
        nowNanos,
        List.of(signal()),
        List.of(
            new Tunable(
                "core.clock",
                TunableUnit.MEGAHERTZ,
                ValueGrid.evenly(300, 1000, 100),
                OptionalLong.of(clockSetting),
                false)));
  }

  @Override
  public PowerSource power() {
    return this;
  }

  @Override
  public EventSource events() {
    return events;
  }

  @Override
  public Signal signal() {
    return new Signal("power", SignalUnit.MILLIWATTS, periodNanos);
  }

  @Override
  public int read() throws DeviceException {
    int number = asked.getAndIncrement();
    whileAsked.run();
    if (hangs) {
      released.acquireUninterruptibly();
    }
    fail(error);
    return number;
  }

  private static void fail(@Nullable String message) throws DeviceException {
    if (message != null) {
      throw new DeviceException(message);
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}

package io.wattune.testkit;

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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Devices whose readings count 0, 1, 2, ..., over all lives of an agent. */
public final class CountingKind implements DeviceKind {
  public final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  public final AtomicInteger closed = new AtomicInteger();
  private final long periodNanos;

  public CountingKind(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos) {
    AtomicInteger next = asked.computeIfAbsent(settings.device(), id -> new AtomicInteger());
    return new Counting(settings.device(), next);
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    throw new DeviceException("nothing can be set on a counting device");
  }

  private final class Counting implements DeviceSource, PowerSource {
    private final String device;
    private final AtomicInteger next;

    Counting(String device, AtomicInteger next) {
      this.device = device;
      this.next = next;
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
          "acme",
          "counter",
          "",
          null,
          nowNanos,
          List.of(signal()),
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
      return new Signal("power", SignalUnit.MILLIWATTS, periodNanos);
    }

    @Override
    public int read() {
      return next.getAndIncrement();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}

package io.wattune.testkit;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Devices whose readings count 0, 1, 2, ..., over all lives of an agent. */
public class CountingKind implements DeviceKind {
  public static final String NAME = "counting";

  public final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  public final AtomicInteger closed = new AtomicInteger();
  private final long periodNanos;

  public CountingKind(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    AtomicInteger next = asked.computeIfAbsent(settings.device(), id -> new AtomicInteger());
    return new CountingDevice(settings.device(), periodNanos) {
      @Override
      public int read() {
        return next.getAndIncrement();
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    };
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    throw new DeviceException("nothing can be set on a counting device");
  }
}

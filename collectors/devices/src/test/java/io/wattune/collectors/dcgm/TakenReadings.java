package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.PowerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Polls a device, and keeps what it hands out. */
final class TakenReadings implements PowerSource.KeptSink {
  final List<Long> nanos = new ArrayList<>();
  final List<Integer> milliwatts = new ArrayList<>();
  final List<Long> millijoules = new ArrayList<>();

  @Override
  public void reading(long epochNanos, int value) {
    throw new AssertionError("a page has an energy");
  }

  @Override
  public void reading(long epochNanos, int value, long energy) {
    nanos.add(epochNanos);
    milliwatts.add(value);
    millijoules.add(energy);
  }

  /** One poll; how many readings it gave. */
  int poll(DeviceSource source) throws DeviceException {
    return source.power().readKept(this);
  }

  /** Looks again and again, and does not wait long between. */
  static ConditionFactory soon() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
  }

  /** Polls until it no longer fails, but gives a reading. */
  void comesBack(DeviceSource source) {
    soon().ignoreException(DeviceException.class).until(() -> poll(source) == 1);
  }

  /** Polls until a reading comes, which is one. */
  void next(DeviceSource source) {
    soon().until(() -> poll(source) == 1);
  }

  /** Polls until it fails; with what. */
  String failure(DeviceSource source) {
    var message = new AtomicReference<String>();
    soon()
        .until(
            () -> {
              try {
                poll(source);
                return false;
              } catch (DeviceException e) {
                message.set(e.getMessage());
                return true;
              }
            });
    return message.get();
  }
}

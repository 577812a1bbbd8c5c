package io.wattune.collectors.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CountedDeviceTest {
  private static final String DEVICE = "n1/g0";

  private final AtomicLong clock = new AtomicLong(1_000_000_000L);
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final FakeCounters source = new FakeCounters();
  private final FakeDevice device = new FakeDevice();

  @Test
  void theOtherSourceCountsAndTheDeviceTellsOfActivities() throws Exception {
    try (CountedDevice counted = counted()) {
      List<CounterReading> counters = new ArrayList<>();
      List<Activity> activities = new ArrayList<>();
      await()
          .until(
              () -> {
                drain(counted, counters, activities);
                return counters.size() >= 3;
              });

      assertThat(counters).allMatch(reading -> reading.value("Other").isPresent());
      assertThat(counters).extracting(CounterReading::sequence).startsWith(0L, 1L, 2L);
      assertThat(activities).isNotEmpty();
    }
    assertThat(device.isClosed).isTrue();
    await().until(() -> source.isClosed);
  }

  @Test
  @Tag("long")
  void aSourceThatFailsIsToldOnceAndLeavesTheDeviceAlone() throws Exception {
    source.error = "exporter gone";
    try (CountedDevice counted = counted()) {
      await().until(() -> !changes.isEmpty() && source.asked.get() > 5);
      assertThat(changes).containsExactly("counters of device n1/g0 are missing: exporter gone");
      drain(counted, new ArrayList<>(), new ArrayList<>());

      source.error = null;
      await().until(() -> changes.size() == 2);
      assertThat(changes.get(1)).isEqualTo("counters of device n1/g0 come again");
    }
  }

  @Test
  void whatNobodyAsksForIsBoundedAndCounted() {
    try (var thread = new CounterThread(DEVICE, source, clock::get, changes::add)) {
      for (int i = 0; i < CounterThread.MOST_WAITING + 5; i++) {
        thread.counters(
            new CounterReading(DEVICE, i, i, i + 1, null, null, null, List.of(), false));
      }

      assertThat(thread.dropped()).isEqualTo(5);
      assertThat(changes)
          .as("told at 1, 2 and 4")
          .hasSize(3)
          .last()
          .isEqualTo("4 counter readings of device n1/g0 dropped: its power does not answer");
      List<CounterReading> left = new ArrayList<>();
      thread.drain(
          new EventSource.Sink() {
            @Override
            public void activity(Activity activity) {}

            @Override
            public void counters(CounterReading reading) {
              left.add(reading);
            }
          });
      assertThat(left).hasSize(CounterThread.MOST_WAITING);
      assertThat(left.get(0).sequence()).as("the oldest went").isEqualTo(5);
    }
  }

  @Test
  void theDeviceTellsHowManyWereDropped() {
    try (CountedDevice counted = counted()) {
      await().until(() -> counted.droppedCounters() > 0);
    }
  }

  @Test
  void anUnknownSourceIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(
            () ->
                CounterPlugins.of(DeviceKinds.standard())
                    .open("dcgmm", new DeviceSettings(DEVICE, Path.of("."), Map.of())))
        .isInstanceOf(DeviceException.class)
        .hasMessage("'dcgmm' is no source of counters; known are [dcgm]");
  }

  private CountedDevice counted() {
    return CountedDevice.of(device, source, () -> clock.addAndGet(2_000_000L), changes::add);
  }

  private static void drain(
      DeviceSource device, List<CounterReading> counters, List<Activity> activities)
      throws DeviceException {
    device
        .events()
        .drain(
            new EventSource.Sink() {
              @Override
              public void activity(Activity activity) {
                activities.add(activity);
              }

              @Override
              public void counters(CounterReading reading) {
                counters.add(reading);
              }
            });
  }

  private static final class FakeCounters implements DeviceCounters {
    final AtomicLong asked = new AtomicLong();
    volatile @Nullable String error;
    volatile boolean isClosed;

    @Override
    public List<CounterDescriptor> offers() {
      return List.of();
    }

    @Override
    public long periodNanos() {
      return 1_000_000L;
    }

    @Override
    public List<CounterValue> read() throws DeviceException {
      asked.incrementAndGet();
      String message = error;
      if (message != null) {
        throw new DeviceException(message);
      }
      return List.of(new CounterValue("Other", CounterUnit.FRACTION, CounterKind.MEAN, 0.5));
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** Tells of an activity and of counters of its own at each call. */
  private static final class FakeDevice implements DeviceSource {
    boolean isClosed;

    @Override
    public String device() {
      return DEVICE;
    }

    @Override
    public DeviceDescriptor describe(long nowNanos) throws DeviceException {
      throw new DeviceException("not asked for here");
    }

    @Override
    public PowerSource power() {
      throw new IllegalStateException("not asked for here");
    }

    @Override
    public EventSource events() {
      return sink -> {
        sink.activity(
            new Activity(DEVICE, "a", Book.KERNEL, "k", 1, Activity.RUNNING, null, Map.of()));
        sink.counters(new CounterReading(DEVICE, 9, 1, 2, null, null, null, List.of(), false));
      };
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}

package io.wattune.dashboard.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.state.Blocks;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateFixture;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.schemas.codec.PowerBlockCodec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What 1,000 devices at 10 Hz cost: their blocks decoded into the state, and a page that watches.
 * Prints the figures of docs/benchmarks/dashboard.md.
 */
@Tag("nightly")
class ThousandDevicesTest {
  private static final int DEVICES = 1000;
  private static final int HERTZ = 10;
  private static final int SECONDS = 120;
  private static final long SECOND = StateFixture.SECOND;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LiveState state =
      new LiveState(StateLimits.DEFAULT, StateFixture.NOW - 600 * SECOND);
  private final PowerBlockCodec codec = new PowerBlockCodec();
  private long eventBytes;
  private long largestBytes;
  private long events;

  /** A page that only counts. */
  private final class CountingPage implements EventSink {
    @Override
    public boolean send(String event, byte[] json) {
      if (event.equals("power")) {
        events++;
        eventBytes += json.length;
        largestBytes = Math.max(largestBytes, json.length);
      }
      return true;
    }

    @Override
    public boolean beat() {
      return true;
    }
  }

  private static DeviceDescriptor descriptor(int i) {
    return new DeviceDescriptor(
        device(i),
        "node-" + i / 8,
        "rack-" + i / 64,
        "nvidia",
        "H100",
        "1",
        null,
        StateFixture.NOW,
        List.of(new Signal("power.draw", SignalUnit.MILLIWATTS, SECOND / HERTZ)),
        List.of());
  }

  private static String device(int i) {
    return "node-"
        + i / 8
        + "/GPU-00000000-0000-0000-0000-"
        + String.format(Locale.ROOT, "%012d", i);
  }

  @Test
  void aThousandDevicesCostAFractionOfACore() throws Exception {
    for (int i = 0; i < DEVICES; i++) {
      state.device(descriptor(i));
    }
    PageFeed page = new PageFeed(state, new ActivityNames(), Map::of, new CountingPage());
    long stateNanos = 0;
    long pageNanos = 0;
    long records = 0;
    for (int second = 0; second < SECONDS; second++) {
      long nowNanos = StateFixture.NOW + second * SECOND;
      List<byte[]> blocks = blocks(second, nowNanos);
      long began = THREADS.getCurrentThreadCpuTime();
      for (byte[] block : blocks) {
        state.power(codec.decode(block));
      }
      state.tick(nowNanos + SECOND);
      long fed = THREADS.getCurrentThreadCpuTime();
      page.sendNews(nowNanos + SECOND / 2);
      page.sendNews(nowNanos + SECOND);
      long told = THREADS.getCurrentThreadCpuTime();
      if (second >= SECONDS / 2) { // The first half warms up.
        stateNanos += fed - began;
        pageNanos += told - fed;
        records += blocks.size();
      }
    }
    int measured = SECONDS - SECONDS / 2;
    double stateShare = stateNanos / (double) (measured * SECOND);
    double pageShare = pageNanos / (double) (measured * SECOND);
    System.out.printf(
        Locale.ROOT,
        "%d devices at %d Hz, one sample a record, %d records/s: state %.1f %% of a core (%.2f us"
            + " a record), one page %.1f %% of a core; power event %.1f kB mean, %.1f kB largest;"
            + " columns %.1f MiB%n",
        DEVICES,
        HERTZ,
        records / measured,
        stateShare * 100,
        stateNanos / 1e3 / records,
        pageShare * 100,
        eventBytes / 1e3 / events,
        largestBytes / 1e3,
        state.powerBytes() / 1048576.0);
    assertThat(state.powerBytes()).isLessThanOrEqualTo(64L << 20);
    // A machine that is busy with other things is slower than the figures say, not by so much.
    assertThat(stateShare).isLessThan(0.5);
    assertThat(largestBytes).isLessThan(100_000);
  }

  private List<byte[]> blocks(int second, long nowNanos) {
    List<byte[]> blocks = new ArrayList<>(DEVICES * HERTZ);
    for (int sample = 0; sample < HERTZ; sample++) {
      for (int i = 0; i < DEVICES; i++) {
        double watts = 300 + 200 * Math.sin((second * HERTZ + sample + i) * 0.1);
        blocks.add(
            codec.encode(Blocks.of(device(i), 0, nowNanos + sample * SECOND / HERTZ, 1, watts)));
      }
    }
    return blocks;
  }
}

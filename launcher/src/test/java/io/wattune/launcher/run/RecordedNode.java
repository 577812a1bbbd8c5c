package io.wattune.launcher.run;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The agent's socket, with one device that takes 100 W; keeps the counter readings. */
final class RecordedNode implements AutoCloseable {
  private final Path folder;
  private final LocalActivities activities;
  private final Queue<CounterReading> readings = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService device = Executors.newSingleThreadScheduledExecutor();
  private long sequence;

  RecordedNode() throws IOException {
    folder = Files.createTempDirectory("wt"); // A socket's path is short.
    RecordSink sink =
        (topic, key, value) -> {
          if (topic == Topic.COUNTERS) {
            readings.add(decoded(value));
          }
        };
    activities =
        LocalActivities.start(
            "n1",
            List.of("n1/G1"),
            ActivitiesConfig.at(folder.resolve("s")),
            ProfileChoice.AUTO,
            AgentClock.system(),
            sink,
            new ReportedProcesses(ProcTable.system()),
            change -> {});
    RecordSink told = activities.beside(sink);
    device.scheduleAtFixedRate(() -> told.polled(block()), 0, 100, TimeUnit.MILLISECONDS);
  }

  /** What the device said in the last tenth of a second. */
  private PollBlock block() {
    long now = AgentClock.system().epochNanos() / 1_000 * 1_000;
    long[] times = new long[5];
    int[] milliwatts = new int[5];
    for (int i = 0; i < times.length; i++) {
      times[i] = now - (times.length - 1 - i) * 20_000_000L;
      milliwatts[i] = 100_000;
    }
    return new PollBlock(
        "n1/G1", sequence++, "power", PowerUnit.MILLIWATTS, times, milliwatts, false);
  }

  private static CounterReading decoded(byte[] value) {
    try {
      return new CounterReadingCodec().decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  Path socket() {
    return folder.resolve("s");
  }

  List<CounterReading> readings() {
    return List.copyOf(readings);
  }

  double work() {
    return readings.stream().mapToDouble(each -> each.value(CounterName.WORK).orElse(0)).sum();
  }

  @Override
  public void close() throws IOException {
    device.shutdownNow();
    activities.close();
    Files.deleteIfExists(folder);
  }
}

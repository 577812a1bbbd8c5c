package io.wattune.launcher.run;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
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

/** The agent's socket, with one device that says nothing; keeps the counter readings. */
final class RecordedNode implements AutoCloseable {
  private final Path folder;
  private final LocalActivities activities;
  private final Queue<CounterReading> readings = new ConcurrentLinkedQueue<>();

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
    activities.close();
    Files.deleteIfExists(folder);
  }
}

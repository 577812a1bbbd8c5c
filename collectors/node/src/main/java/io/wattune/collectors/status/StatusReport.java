package io.wattune.collectors.status;

import io.wattune.http.HealthReport;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metrics;
import io.wattune.schemas.release.Versions;
import io.wattune.schemas.thread.Worker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a part says of itself into its nodes' folders, every second, on a thread of its own:
 * the part neither waits for it nor ends without it. For the writer and the guardian, which must
 * have no server: whoever could reach one could take their memory and time.
 */
public final class StatusReport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusReport.class);

  static final long PERIOD_NANOS = 1_000_000_000L;

  private final PartProbe probe;
  private final Metrics metrics;
  private final List<StatusFile> files;
  private final String version = Versions.all().getOrDefault("wattune", "unknown");
  private final long startedNanos = System.nanoTime();
  private final Worker worker =
      Worker.every(PERIOD_NANOS, "status", this::write, Worker.saying("", this::logFailure));

  private StatusReport(PartProbe probe, List<Path> files) {
    this.probe = probe;
    this.metrics = Metrics.of(probe);
    this.files = files.stream().map(StatusFile::new).toList();
  }

  /** Begins to write. */
  public static StatusReport start(PartProbe probe, List<Path> files) {
    var report = new StatusReport(probe, files);
    report.worker.start();
    return report;
  }

  private void write() throws IOException {
    HealthReport health = HealthReport.of(probe.part(), version, probe, startedNanos);
    var text = new ByteArrayOutputStream();
    metrics.write(null, text);
    byte[] bytes = PartStatus.of(health, text.toByteArray()).bytes();
    for (StatusFile file : files) {
      file.write(bytes);
    }
  }

  private void logFailure(String trouble) {
    LOG.error("{} goes on, and its state is not shown by the agent: {}", probe.part(), trouble);
  }

  @Override
  public void close() {
    worker.close();
  }
}

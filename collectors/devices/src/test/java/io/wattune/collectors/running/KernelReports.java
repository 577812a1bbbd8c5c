package io.wattune.collectors.running;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent's reports of one device, for tests of who reads them. */
public final class KernelReports implements AutoCloseable {
  private final String device;
  private @Nullable RunningReport report;
  private @Nullable Activity runs;
  private long next = 1;

  public KernelReports(String device) {
    this.device = device;
  }

  /** What runs from now on; nothing where the name is null. */
  public void runs(NodeFolder node, @Nullable String name) {
    RunningReport open = report;
    if (open == null) {
      open = RunningReport.start(node.running(), change -> {});
      report = open;
    }
    if (runs != null) {
      open.seen(
          new Activity(device, runs.activityId(), Book.KERNEL, runs.name(), 1, 2, null, Map.of()));
    }
    runs =
        name == null
            ? null
            : new Activity(
                device, "k" + next++, Book.KERNEL, name, 1, Activity.RUNNING, null, Map.of());
    if (runs != null) {
      open.seen(runs);
    }
  }

  @Override
  public void close() {
    if (report != null) {
      report.close();
    }
  }
}

package io.wattune.launcher.up;

import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.Versions;
import io.wattune.launcher.folder.Folders;
import io.wattune.launcher.teardown.Teardown;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of the whole pipeline, from start to summary. It ends when its time is over, when it is
 * told to, or when a part fails; in each case tuning ends first, every simulated GPU is seen to be
 * at its own settings, and then the rest is stopped.
 */
public final class UpRun {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final UpOptions options;
  private final PrintStream messages;
  private final Observer observer;
  private final Consumer<UpSummary> report;
  private final long startedNanos = System.nanoTime();
  private final CountDownLatch stop = new CountDownLatch(1);
  private volatile @Nullable UpSummary summary;

  /** Looks on from the moment the topics are there, before the first reading. */
  @FunctionalInterface
  public interface Observer {
    /** Sees nothing. */
    Observer NONE = bootstrapServers -> () -> {};

    /** Begins to look on; what it returns is closed before the broker stops. */
    AutoCloseable observe(String bootstrapServers);
  }

  /**
   * Prepares a run.
   *
   * @param messages where addresses and the status line go
   * @param observer looks on
   * @param report takes the summary, whatever ended the run
   */
  public UpRun(
      UpOptions options, PrintStream messages, Observer observer, Consumer<UpSummary> report) {
    this.options = options;
    this.messages = messages;
    this.observer = observer;
    this.report = report;
  }

  /**
   * Runs; returns the summary.
   *
   * @throws CommandFailedException where a part does not start, or fails
   */
  public UpSummary run() throws CommandFailedException, InterruptedException {
    try (Teardown teardown = Teardown.install()) {
      Path folder = folder(teardown);
      Pipeline pipeline = Pipeline.start(options, folder, teardown);
      LiveTally tally = new LiveTally();
      LiveWatch watch =
          teardown.add(
              "stop the watch",
              LiveWatch.open(pipeline.bootstrapServers(), Namespace.live(), tally));
      teardown.add("stop the observer", observer.observe(pipeline.bootstrapServers()));
      SimulatedFleet fleet =
          SimulatedFleet.start(options, folder, pipeline.bootstrapServers(), teardown);
      announce(pipeline, folder);
      teardown.add("end the tuning", () -> end(pipeline, fleet, tally));
      watchOver(pipeline, fleet, watch, tally);
    }
    UpSummary done = summary;
    if (done == null) {
      throw CommandFailedException.failed("the run ended before it could be summed up");
    }
    return done;
  }

  private Path folder(Teardown teardown) throws CommandFailedException {
    Path given = options.dataDir();
    if (given != null) {
      return given;
    }
    try {
      Path folder = Files.createTempDirectory("wattune-up-");
      teardown.add("delete " + folder, () -> Folders.deleteTree(folder));
      return folder;
    } catch (IOException e) {
      throw CommandFailedException.failed("cannot make a temporary folder: " + e, e);
    }
  }

  private void announce(Pipeline pipeline, Path folder) {
    messages.println("Kafka       " + pipeline.bootstrapServers());
    messages.println("Flink       " + pipeline.flinkPage());
    messages.println("controller  policy " + options.policy());
    messages.println(
        "nodes       "
            + options.nodes()
            + " with "
            + options.gpusPerNode()
            + " GPUs each, simulated");
    messages.println("data        " + folder);
    messages.println(
        "look with   ./wattune status --bootstrap "
            + pipeline.bootstrapServers()
            + (options.duration() == null ? "; stop with Ctrl-C" : ""));
  }

  private void watchOver(Pipeline pipeline, SimulatedFleet fleet, LiveWatch watch, LiveTally tally)
      throws CommandFailedException, InterruptedException {
    StatusLine line = new StatusLine(messages, Boolean.getBoolean("wattune.terminal"));
    long beganNanos = System.nanoTime();
    Duration duration = options.duration();
    while (true) {
      Duration elapsed = Duration.ofNanos(System.nanoTime() - beganNanos);
      if (duration != null && elapsed.compareTo(duration) >= 0) {
        break;
      }
      Duration left = duration == null ? LOOK : duration.minus(elapsed);
      long waitNanos = Math.min(LOOK.toNanos(), left.toNanos());
      if (stop.await(waitNanos, TimeUnit.NANOSECONDS)) {
        break;
      }
      pipeline.check();
      fleet.check();
      watch.check();
      if (!options.quiet()) {
        line.show(
            elapsed.plusNanos(waitNanos),
            fleet.readings(),
            tally.totalPowerWatts(),
            tally.counts(),
            fleet.note());
      }
    }
    line.end();
  }

  /** Ends the tuning, waits for the ledger, and sums up; also when the user presses Ctrl-C. */
  private void end(Pipeline pipeline, SimulatedFleet fleet, LiveTally tally)
      throws InterruptedException {
    stop.countDown();
    pipeline.controller().close();
    fleet.endTuning();
    var notHome = fleet.notHome();
    fleet.endReading();
    var energy = new LedgerWait(fleet, tally).energy();
    UpSummary done =
        new UpSummary(
            options.nodes(),
            options.devices(),
            fleet.readings(),
            fleet.spooledRecords(),
            fleet.droppedRecords(),
            tally.counts(),
            energy,
            notHome,
            (System.nanoTime() - startedNanos) * 1e-9,
            Versions.all(),
            options.command());
    summary = done;
    report.accept(done);
  }
}

package io.wattune.pipeline;

import io.wattune.embedded.folder.Folders;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.release.Versions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of the whole pipeline, from start to summary. It ends when its time is over, when it is
 * asked to, or when a part fails; in each case tuning ends first, every simulated GPU is seen to be
 * at its own settings, and then the rest is stopped.
 */
public final class UpRun {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** As long as a lease: what was decided by older power is refused. */
  private static final long MOST_BEHIND_SECONDS = 10;

  /** What is saved is summed up anew only so often. */
  private static final int LOOKS_PER_SAVING = 5;

  private static final Duration LONGEST_END = Duration.ofSeconds(15);

  /**
   * After Ctrl-C all has to end within ten seconds, also on a machine that is busy elsewhere: when
   * the ledger is no longer waited for, and when store and archive are not. The rest takes what it
   * takes.
   */
  private static final Duration LEDGER_WHEN_ASKED = Duration.ofSeconds(2);

  private static final Duration KEEPING_WHEN_ASKED = Duration.ofSeconds(5);

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
    Observer NONE = running -> () -> {};

    /** Begins to look on; what it returns is closed after the jobs, before the broker stops. */
    AutoCloseable observe(RunParts running);

    /** The last reading has been sent, and the jobs still run. */
    default void readingsEnded(RunParts running) {}
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
   * @throws EngineException where a part does not start, or fails
   */
  public UpSummary run() throws EngineException, InterruptedException {
    try (Teardown teardown = Teardown.install()) {
      Path folder = folder(teardown);
      StartingStore store = store(folder, teardown);
      RunKeys keys = RunKeys.in(folder);
      Pipeline pipeline = Pipeline.start(options, keys.controller(), folder, teardown);
      StorageWriters keeping =
          teardown.add(
              "stop the store's sink and the archive",
              StorageWriters.start(options.keep(), store, pipeline.kafka()));
      LiveTally tally = new LiveTally();
      LiveWatch watch = teardown.add("stop the watch", LiveWatch.open(pipeline.kafka(), tally));
      RunParts running = pipeline.running(store == null ? null : store.join());
      teardown.add("stop the observer", observer.observe(running));
      RunViews viewing =
          RunViews.start(options.dashboardPort(), running, pipeline.controller(), keeping);
      if (viewing != null) {
        teardown.add("stop the dashboard", viewing);
      }
      ServedGpus.publishSizes(options, keys, pipeline.kafka());
      SimulatedFleet fleet =
          SimulatedFleet.start(options, keys, folder, pipeline.kafka(), teardown);
      if (viewing != null) {
        viewing.agents(fleet::snapshots);
      }
      announce(running, viewing, folder);
      announceCommands(running, fleet, keys);
      Runnable onlookers =
          () -> {
            if (viewing != null) {
              viewing.close();
            }
            watch.close();
          };
      teardown.add(
          "end the tuning",
          () -> end(teardown, running, pipeline, keeping, fleet, tally, onlookers));
      watchOver(pipeline, keeping, fleet, watch, tally);
    }
    UpSummary done = summary;
    if (done == null) {
      throw EngineException.failed("the run ended before it could be summed up");
    }
    return done;
  }

  /** Ends the run early, in the same way as when its time is over. Returns at once. */
  public void requestEnd() {
    stop.countDown();
  }

  private Path folder(Teardown teardown) throws EngineException {
    Path given = options.dataDir();
    if (given != null) {
      return given;
    }
    try {
      Path folder = Files.createTempDirectory("wattune-up-");
      teardown.add("delete " + folder, () -> Folders.deleteTree(folder));
      return folder;
    } catch (IOException e) {
      throw EngineException.failed("cannot make a temporary folder: " + FailureWords.of(e), e);
    }
  }

  private @Nullable StartingStore store(Path folder, Teardown teardown) {
    KeepOptions keep = options.keep();
    Integer port = keep.storePort();
    return port == null
        ? null
        : teardown.add(
            "stop the store", StartingStore.begin(folder.resolve("store"), port, keep.storeKeep()));
  }

  private void announce(RunParts running, @Nullable RunViews viewing, Path folder) {
    if (viewing != null) {
      messages.println("dashboard   " + viewing.dashboard());
      messages.println("fleet view  " + viewing.fleet());
    }
    messages.println("Kafka       " + running.kafka().bootstrapServers());
    messages.println("Flink       " + running.flink().restAddress());
    messages.println("controller  policy " + options.tuning().policy());
    messages.println(
        "nodes       "
            + options.nodes()
            + " with "
            + options.gpusPerNode()
            + " GPUs each, simulated"
            + switch (options.hardware()) {
              case SIMULATED -> "";
              case NVIDIA_STAND_IN ->
                  " behind a library like NVIDIA's; for other commands: LD_LIBRARY_PATH="
                      + folder.resolve(StandInGpus.FOLDER).toAbsolutePath();
            });
    if (running.store() != null) {
      messages.println(
          "store       "
              + running.store().webPage()
              + ", keeps "
              + options.keep().storeKeep().toDays()
              + " days; user and password in "
              + running.store().passwordFile());
    }
    if (options.keep().archive() != null) {
      messages.println("archive     " + options.keep().archive());
    }
    messages.println("data        " + folder);
  }

  private void announceCommands(RunParts running, SimulatedFleet fleet, RunKeys keys) {
    messages.println(
        "look with   ./wattune status --bootstrap " + running.kafka().bootstrapServers());
    // Copied and pasted as it stands: whoever runs this owns the key.
    fleet
        .exampleOrder()
        .ifPresent(
            order ->
                messages.println(
                    "set with    ./wattune set --bootstrap "
                        + running.kafka().bootstrapServers()
                        + " --key "
                        + ShellWord.of(keys.operatorFile().toAbsolutePath().toString())
                        + " "
                        + order));
    if (options.duration() == null) {
      messages.println("stop with   Ctrl-C");
    }
  }

  private void watchOver(
      Pipeline pipeline,
      StorageWriters keeping,
      SimulatedFleet fleet,
      LiveWatch watch,
      LiveTally tally)
      throws EngineException, InterruptedException {
    StatusLine line = new StatusLine(messages, Boolean.getBoolean("wattune.terminal"));
    long beganNanos = System.nanoTime();
    Duration duration = options.duration();
    String saved = "";
    int looks = 0;
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
        if (looks++ % LOOKS_PER_SAVING == 0) {
          saved = SavedText.brief(tally.saving());
        }
        line.show(
            elapsed.plusNanos(waitNanos),
            fleet.readings(),
            tally.totalPowerWatts(),
            tally.counts(),
            saved,
            Stream.of(behind(tally), fleet.note(), keeping.note())
                .filter(note -> !note.isEmpty())
                .collect(Collectors.joining("; ")));
      }
    }
    line.end();
  }

  /** Power that is old lowers nothing, and settings end with their leases: say why. */
  private static String behind(LiveTally tally) {
    long nowNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    long seconds = TimeUnit.NANOSECONDS.toSeconds(tally.behindNanos(nowNanos));
    return seconds < MOST_BEHIND_SECONDS
        ? ""
        : "the ledger is "
            + seconds
            + " s behind, so that nothing is tuned: this machine has too little processor time";
  }

  /**
   * Ends the tuning, waits for the ledger, lets store and archive have everything, and sums up;
   * also when the user presses Ctrl-C.
   *
   * @param onlookers ends those who only look on; what they close may be closed again
   */
  private void end(
      Teardown teardown,
      RunParts running,
      Pipeline pipeline,
      StorageWriters keeping,
      SimulatedFleet fleet,
      LiveTally tally,
      Runnable onlookers)
      throws InterruptedException {
    stop.countDown();
    boolean isAsked = teardown.isAsked();
    long nowNanos = System.nanoTime();
    long ledgerNanos = nowNanos + (isAsked ? LEDGER_WHEN_ASKED : LONGEST_END).toNanos();
    long keepingNanos = nowNanos + (isAsked ? KEEPING_WHEN_ASKED : LONGEST_END).toNanos();
    // A writer that stops obeys nobody any more, so that the controller may end meanwhile.
    var controllerEnding = CompletableFuture.runAsync(pipeline.controller()::close);
    fleet.endTuning();
    var notRestored = fleet.notRestored();
    fleet.endReading();
    controllerEnding.join();
    var energy = new LedgerWait(fleet, tally).energy(ledgerNanos);
    observer.readingsEnded(running);
    pipeline.endJobs();
    // Store and archive take a while, and need none of these.
    var onlookersEnding = CompletableFuture.runAsync(onlookers);
    var flinkEnding = CompletableFuture.runAsync(pipeline::endFlink);
    StorageSummary kept = keeping.finish(keepingNanos);
    UpSummary done =
        new UpSummary(
            options.nodes(),
            options.devices(),
            fleet.readings(),
            fleet.spooledRecords(),
            fleet.droppedRecords(),
            tally.counts(),
            kept,
            energy,
            tally.saving(),
            fleet.trueSaving(),
            notRestored,
            (System.nanoTime() - startedNanos) * 1e-9,
            Versions.all(),
            options.command());
    summary = done;
    report.accept(done);
    CompletableFuture.allOf(onlookersEnding, flinkEnding).join();
  }
}

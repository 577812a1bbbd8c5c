package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.launcher.command.ExitCode;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.RunParts;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.replay.ReplayOptions;
import io.wattune.replay.ReplayRun;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.ReplayResult;
import io.wattune.report.progress.Progress;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole pipeline with an archive; in the middle the task manager dies that runs both jobs, and
 * the archive's disk refuses for a while, which ends the writer's consumer and begins another one.
 * The replay of the archive gives the ledger that was live.
 *
 * <p>What is compared, twice. First the live ledger with an end: after the last reading the test
 * sends the markers that no reading and no activity follows, so that the live job, which has come
 * through the failure, makes each entry final. Nothing is left out, and nothing but {@code
 * revision}, which counts how often the topic heard of an entry. Then the ledger as it stood before
 * that, all of it provisional, since the run is shorter than the horizon of ten minutes: every
 * entry that ended {@link #SETTLED_NANOS} or more before the last one. Later ones may be on their
 * way. Here {@code final} differs, and so may the standard error: it is computed with the sensor's
 * update period and the range of its readings as they are known when an entry is put out, and the
 * replay puts every entry out once more. The energy of a kernel that is too short for its sensor is
 * fitted together with its neighbours; where those came after it was put out, it is looked at again
 * only with the next minute, so that until then it holds within its error, and its quality may be
 * another ({@link Moves}). A device that learned its sensor while the run ended, so that what it
 * said again may not have come, is left out of this second comparison.
 */
@Tag("nightly")
@Tag("alone")
@Timeout(300)
@EnabledOnOs({OS.LINUX, OS.MAC})
class LiveArchiveTest {
  private static final int DEVICES = 4;

  /** What may differ when an entry is put out once more. */
  private static final Set<String> REVISED =
      Set.of("revision", "isFinal", "standardErrorMicrojoules");

  /** What may differ where a kernel is fitted with neighbours that came later. */
  private static final Set<String> REFITTED =
      Set.of(
          "revision",
          "isFinal",
          "standardErrorMicrojoules",
          "scaleErrorMicrojoules",
          "quality",
          "energyMicrojoules");

  /**
   * Root mean square of how far kernels' provisional energies are from the replay's, in their own
   * standard errors. A fit that takes in more samples moves by a draw whose variance is at most
   * what it had, which is 1; some hundredths are seen, since most of a fit's samples were there.
   */
  private static final double MOST_RMS = 0.25;

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Long enough for some windows of 10 s that have settled. */
  private static final Duration LEAST_RUN = Duration.ofSeconds(22);

  /** Two checkpoints, and as long again for a busy machine. */
  private static final long SETTLED_NANOS = 4_000_000_000L;

  @TempDir Path folder;

  @Test
  void theReplayOfARunWithTwoFailuresGivesItsLedger() throws Exception {
    Path archive = folder.resolve("archive");
    var end = new LiveEnd();
    UpSummary summary = runLive(archive, end);
    assertThat(summary.isRestored()).isTrue();
    assertThat(summary.kept().archive().left()).isZero();
    assertThat(summary.kept().archive().lost.get()).isZero();
    CommandRun check = CommandRun.of("archive", "check", archive.toString());
    assertThat(check.exitCode()).as(check.out() + check.err()).isEqualTo(ExitCode.DONE);
    assertThat(check.out().lines()).as("no finding, and a summary").hasSize(1);

    var replayed = new ReplayRun(options(archive), Progress.NONE, System.nanoTime()).run();

    assertThat(replayed.notes()).isEmpty();
    assertThat(end.rejects()).isEmpty();
    Map<String, LedgerEntry> again =
        byId(
            replayed.devices().stream()
                .flatMap(d -> Stream.concat(d.activities().stream(), d.windows().stream())));
    Map<String, LedgerEntry> live = byId(end.outputs().stream().flatMap(d -> d.entries().stream()));
    assertThat(live).hasSizeGreaterThan(DEVICES * 25);
    assertThat(live.values()).allMatch(LedgerEntry::isFinal);
    assertThat(live.values().stream().map(LedgerEntry::book).collect(Collectors.toSet()))
        .contains(Book.WINDOW1S, Book.WINDOW10S, Book.WINDOW60S, Book.KERNEL);
    assertThat(EntryDifferences.between(live, again, Set.of("revision"))).isEmpty();
    assertThatProvisionalEntriesAgree(end.provisional(), again, learnedLate(replayed, end));
    assertThatAGapIsSeen(archive);
  }

  /** Devices whose sensors were learned when the run had all but ended. */
  private static Set<String> learnedLate(ReplayResult replayed, LiveEnd end) {
    return replayed.devices().stream()
        .filter(device -> device.profile().source() == ProfileSource.LEARNED)
        .map(DeviceResult::device)
        .filter(device -> !end.learned().contains(device))
        .collect(Collectors.toSet());
  }

  private static void assertThatProvisionalEntriesAgree(
      Map<String, LedgerEntry> provisional, Map<String, LedgerEntry> again, Set<String> late) {
    assertThat(provisional.values()).noneMatch(LedgerEntry::isFinal);
    long settledNanos =
        provisional.values().stream().mapToLong(LedgerEntry::endNanos).max().orElseThrow()
            - SETTLED_NANOS;
    Map<String, LedgerEntry> expected = settled(provisional, settledNanos, late);
    assertThat(late).hasSizeLessThan(DEVICES);
    assertThat(expected).hasSizeGreaterThan((DEVICES - late.size()) * 15);
    Map<String, LedgerEntry> actual = settled(again, settledNanos, late);
    assertThat(EntryDifferences.between(ofBook(expected, false), ofBook(actual, false), REVISED))
        .isEmpty();
    assertThat(EntryDifferences.between(ofBook(expected, true), ofBook(actual, true), REFITTED))
        .isEmpty();
    var moves = new Moves(provisional.values(), again);
    expected.values().stream().filter(LiveArchiveTest::isKernel).forEach(moves::check);
    assertThat(moves.rms()).isLessThan(MOST_RMS);
  }

  private static boolean isKernel(LedgerEntry entry) {
    return entry.book() == Book.KERNEL;
  }

  /** Kernels, which may be fitted with their neighbours, or all others. */
  private static Map<String, LedgerEntry> ofBook(Map<String, LedgerEntry> all, boolean kernels) {
    return all.entrySet().stream()
        .filter(each -> isKernel(each.getValue()) == kernels)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Map<String, LedgerEntry> byId(Stream<LedgerEntry> entries) {
    return entries.collect(Collectors.toMap(LedgerEntry::entryId, entry -> entry));
  }

  private static Map<String, LedgerEntry> settled(
      Map<String, LedgerEntry> all, long settledNanos, Set<String> but) {
    return all.values().stream()
        .filter(entry -> entry.endNanos() <= settledNanos)
        .filter(entry -> !but.contains(entry.device()))
        .collect(Collectors.toMap(LedgerEntry::entryId, entry -> entry));
  }

  private UpSummary runLive(Path archive, LiveEnd end) throws Exception {
    UpRun run =
        new UpRun(
            new UpOptions(
                2,
                2,
                "gcn-32cu",
                "mixed",
                "fine",
                null,
                folder.resolve("data"),
                1,
                Duration.ofMillis(20),
                new KeepOptions(null, Duration.ofDays(7), archive, Duration.ofMillis(500)),
                true,
                List.of("up")),
            new PrintStream(PrintStream.nullOutputStream()),
            end,
            summary -> {});
    Future<UpSummary> ending = CompletableFuture.supplyAsync(() -> summaryOf(run));
    RunParts running = end.awaitBegin(PATIENCE);
    long beganNanos = System.nanoTime();
    awaitCommits(archive, 10);
    running.flink().miniCluster().terminateTaskManager(0).get();
    running.flink().miniCluster().startTaskManager();
    awaitCommits(archive, commits(archive) + 5);
    refuseForAWhile(archive);
    awaitCommits(archive, commits(archive) + 2);
    await().atMost(PATIENCE).until(() -> System.nanoTime() - beganNanos >= LEAST_RUN.toNanos());
    end.lookWhoHasLearned(running.kafka());
    long settledNanos = System.nanoTime() + SETTLED_NANOS;
    await().atMost(PATIENCE).until(() -> System.nanoTime() - settledNanos >= 0);
    assertThat(ending.isDone()).as("all of it happened while it ran").isFalse();
    run.requestEnd();
    return ending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** Puts a file where the writer wants to make a folder. */
  private void refuseForAWhile(Path archive) throws Exception {
    Path readings = archive.resolve("readings");
    Path away = folder.resolve("away");
    Files.move(readings, away);
    Files.writeString(readings, "no folder can be made here");
    long before = commits(archive);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(PATIENCE)
        .until(() -> commits(archive) <= before + 1);
    Files.delete(readings);
    Files.move(away, readings);
  }

  private static UpSummary summaryOf(UpRun run) {
    try {
      return run.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitCommits(Path archive, long commits) {
    await().atMost(PATIENCE).until(() -> commits(archive) >= commits);
  }

  private static long commits(Path archive) throws Exception {
    return manifest(archive).size();
  }

  private static List<Path> manifest(Path archive) throws Exception {
    Path manifest = archive.resolve("_manifest");
    if (!Files.isDirectory(manifest)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(manifest)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  /** Without one of its commits the archive is damaged, and says so. */
  private static void assertThatAGapIsSeen(Path archive) throws Exception {
    List<Path> commits = manifest(archive);
    Files.delete(commits.get(commits.size() / 2));

    CommandRun check = CommandRun.of("archive", "check", archive.toString());

    assertThat(check.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(check.out()).contains("missing-commit: ", "offset-gap: ");
  }

  private static ReplayOptions options(Path archive) {
    return new ReplayOptions(
        List.of(archive.toString()),
        null,
        null,
        List.of(),
        false,
        ReplayOptions.PROFILE_AUTO,
        null,
        ZoneOffset.UTC,
        OptionalDouble.empty(),
        Duration.ofMinutes(10),
        2,
        null,
        null,
        null,
        true,
        true,
        List.of());
  }
}

package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.kafka.TopicReader;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.RunParts;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.influx.SinkCounts;
import io.wattune.store.questdb.SqlClient;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline with its store, which goes and comes back in the middle. */
@Tag("soak")
@Timeout(240)
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpKeepsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LEAST_RUN = Duration.ofSeconds(24);
  private static final Duration KEEP = Duration.ofDays(7);

  @TempDir Path folder;

  private final Map<String, LedgerEntry> energy = new HashMap<>();

  @Test
  void aStoreThatGoesAwayStopsNeitherCorrectionNorControlAndHasEverythingInTheEnd()
      throws Exception {
    CompletableFuture<RunParts> begun = new CompletableFuture<>();
    UpRun run =
        new UpRun(
            options(),
            new PrintStream(PrintStream.nullOutputStream()),
            running -> {
              begun.complete(running);
              return () -> readEnergy(running);
            },
            summary -> {});
    Future<UpSummary> ending = CompletableFuture.supplyAsync(() -> summaryOf(run));

    RunParts running = begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    long beganNanos = System.nanoTime();
    EmbeddedStore store = running.store();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> rows(store, "power") > 0);
    store.close();
    assertComes(running, Topic.POWER, new PowerBlockCodec());
    assertComes(running, Topic.DECISIONS, new DecisionCodec());
    try (EmbeddedStore again = EmbeddedStore.start(store.folder(), store.port(), KEEP)) {
      await().atMost(PATIENCE).until(() -> System.nanoTime() - beganNanos >= LEAST_RUN.toNanos());
      run.requestEnd();
      UpSummary summary = ending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      assertThat(summary.isRestored()).isTrue();
      assertThat(summary.kept().isWhole()).isTrue();
      SinkCounts sink = summary.kept().store();
      assertThat(sink.retries.get()).as("the outage was seen").isPositive();
      assertThat(sink.trouble()).isNull();
      assertThat(sink.recordsUnwritten.get()).isZero();
      assertThat(sink.pointsRefused.get() + sink.recordsRejected.get()).isZero();
      assertThat(energy.values().stream().filter(e -> e.book() == Book.WINDOW1S).count())
          .as("windows, outage included")
          .isGreaterThan(2 * 12);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(again)).isEqualTo(expected()));
      assertComponentsAddUp(again);
    }
  }

  private UpOptions options() {
    return new UpOptions(
        1,
        2,
        "gcn-32cu",
        "mixed",
        "fine",
        null,
        folder.resolve("data"),
        1,
        Duration.ofMillis(20),
        new KeepOptions(0, KEEP, null, Duration.ofMinutes(10)),
        true,
        List.of("up"));
  }

  private static UpSummary summaryOf(UpRun run) {
    try {
      return run.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <C> void assertComes(RunParts running, Topic topic, RecordCodec<C> codec) {
    AtomicInteger records = new AtomicInteger();
    try (var reader =
        TopicReader.openAtEnd(running.kafka(), Namespace.live().topic(topic), false, codec)) {
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(
              () -> {
                reader.poll(Duration.ofMillis(100), each -> records.incrementAndGet());
                return records.get() >= 3;
              });
    }
  }

  private void readEnergy(RunParts running) {
    try (var reader =
        TopicReader.open(
            running.kafka(), Namespace.live().topic(Topic.ENERGY), true, new LedgerEntryCodec())) {
      reader.readToEnd(
          Duration.ofMillis(100),
          entry ->
              energy.merge(entry.entryId(), entry, (a, b) -> a.revision() >= b.revision() ? a : b));
    }
  }

  /** Each interval's components, idle power among them, have its energy; kernels have no more. */
  private static void assertComponentsAddUp(EmbeddedStore store) throws Exception {
    JsonNode sums =
        new SqlClient(store.address())
            .run(
                "select sum(component_joules), sum(duration_seconds * component_watts)"
                    + " from component_power")
            .get(0);
    assertThat(sums.get(0).asDouble()).isPositive();
    // To rounding of the store's decimals.
    assertThat(sums.get(0).asDouble()).isCloseTo(sums.get(1).asDouble(), withinPercentage(1e-6));
    double kernels =
        new SqlClient(store.address())
            .run("select sum(component_joules) from component_kernels")
            .get(0)
            .get(0)
            .asDouble();
    assertThat(kernels).isPositive().isLessThanOrEqualTo(sums.get(0).asDouble() * (1 + 1e-9));
  }

  private static long rows(EmbeddedStore store, String table) throws Exception {
    return new SqlClient(store.address())
        .run("select count() from " + table)
        .get(0)
        .get(0)
        .asLong();
  }

  /** Revision and energy of each entry, as the topic has it. */
  private Map<String, String> expected() {
    Map<String, String> entries = new HashMap<>();
    energy.forEach((id, e) -> entries.put(id, e.revision() + " " + e.energyMicrojoules()));
    return entries;
  }

  private static Map<String, String> stored(EmbeddedStore store) throws Exception {
    Map<String, String> entries = new HashMap<>();
    for (JsonNode row :
        new SqlClient(store.address())
            .run(
                "select entry_id, revision, cast(round(energy_joules * 1e6, 0) as long)"
                    + " from energy")) {
      entries.put(row.get(0).asText(), row.get(1).asText() + " " + row.get(2).asText());
    }
    return entries;
  }
}

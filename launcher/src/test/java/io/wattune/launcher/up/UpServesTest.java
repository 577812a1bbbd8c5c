package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingSetting;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.WattuneCommand;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.Running;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.pipeline.ViewOptions;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.serving.ServedGpu;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole pipeline with a simulated server: its page goes by way of the agent into the topic, and
 * what an operator sets, which the writer writes, shows in its latency.
 */
@Tag("long")
@Timeout(240)
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpServesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final ServingSetting SLOW = new ServingSetting(1085, 30, 1);

  /** Enough that a median is known: some 300 requests. */
  private static final int READINGS = 20;

  @TempDir Path folder;

  private final List<ServingReading> readings = new ArrayList<>();

  @Test
  void whatIsSetShowsInTheLatencyThatTheServersPageShows() throws Exception {
    CompletableFuture<Running> begun = new CompletableFuture<>();
    UpRun run =
        new UpRun(
            options(),
            new PrintStream(PrintStream.nullOutputStream()),
            running -> {
              begun.complete(running);
              return () -> {};
            },
            summary -> {});
    Future<UpSummary> ending = CompletableFuture.supplyAsync(() -> summaryOf(run));
    Running running = begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    try (var reader =
        TopicReader.open(
            running.kafka(),
            Namespace.live().topic(Topic.SERVING),
            false,
            new ServingReadingCodec())) {
      await(reader, READINGS);
      LatencyBound own = median(readings);

      int set =
          WattuneCommand.commandLine()
              .execute(
                  "set",
                  "--bootstrap",
                  running.kafka().bootstrapServers(),
                  "--key",
                  folder.resolve("data/operator.pem").toString(),
                  "--device",
                  "node-001/SIM-001-00",
                  "core.clock=" + SLOW.megaHertz() + "MHz",
                  "cu.count=" + SLOW.units(),
                  "--for",
                  "10m");
      assertThat(set).isZero();
      // One that is under way began before.
      int before = readings.size() + 2;
      await(reader, before + READINGS);
      LatencyBound slow = median(readings.subList(before, readings.size()));

      ServingProfile profile = ServedGpu.profile("resnet152");
      double ratio = profile.seconds(SLOW) / profile.seconds(profile.baseline());
      assertThat(ratio).isGreaterThan(1.15);
      // Bounds are a tenth apart; who waits waits longer than the ratio says, never shorter.
      assertThat(slow.highSeconds() / own.highSeconds()).isGreaterThan(ratio / 1.1);
    }
    run.tellToEnd();
    UpSummary summary = ending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

    assertThat(summary.isRestored()).isTrue();
    assertThat(readings)
        .allSatisfy(
            each -> {
              assertThat(each.node()).isEqualTo("node-001");
              assertThat(each.server()).isEqualTo("resnet152");
              assertThat(each.model()).isEqualTo("resnet152");
              assertThat(each.kind()).isEqualTo(ServerKind.VLLM);
              assertThat(each.devices()).containsExactly("node-001/SIM-001-00");
              assertThat(each.arrived()).isPresent();
            });
    for (int i = 1; i < readings.size(); i++) {
      assertThat(readings.get(i).sequence()).isEqualTo(i);
      assertThat(readings.get(i).startNanos()).isEqualTo(readings.get(i - 1).endNanos());
    }
    long arrived = readings.stream().mapToLong(each -> each.arrived().orElseThrow()).sum();
    long finished = readings.stream().mapToLong(ServingReading::finished).sum();
    // All but those that were there at the two ends.
    assertThat(arrived).isBetween(finished - 20, finished + 20);
  }

  private void await(TopicReader<ServingReading> reader, int count) {
    with()
        .pollInSameThread()
        .await()
        .atMost(PATIENCE)
        .until(
            () -> {
              reader.poll(Duration.ofMillis(100), readings::add);
              return readings.size() >= count;
            });
  }

  private static LatencyBound median(List<ServingReading> of) {
    return of.stream()
        .map(ServingReading::latencies)
        .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus)
        .quantile(0.5)
        .orElseThrow();
  }

  private UpOptions options() {
    return new UpOptions(
        1,
        1,
        "mi50",
        "serving/resnet152/constant",
        SensitivitySettings.DEFAULT,
        "none",
        null,
        folder.resolve("data"),
        1,
        Duration.ofMillis(20),
        0,
        0,
        KeepOptions.NOTHING,
        ViewOptions.NOTHING,
        true,
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
}

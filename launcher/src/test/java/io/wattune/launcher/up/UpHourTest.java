package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.testbed.gpu.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code wattune up} that is left on for an hour, beyond every horizon that it has: nothing is
 * rejected, a minute costs what the ones before it did, and what is live in memory stays as it is.
 */
@Tag("soak")
@Timeout(80 * 60)
class UpHourTest {
  private static final int MINUTES = 62;

  /** Of the workload that is changed, on each GPU. */
  private static final double MIXED_PER_SECOND = 24;

  /**
   * Minutes that are compared: the ten after the tenth, when horizons are full, and the last ten.
   */
  private static final int FULL = 12;

  private static final int COMPARED = 10;

  /**
   * Other programs on the machine take caches and clock from this one: minutes of the same work
   * differ by a twentieth on a quiet machine.
   */
  private static final double MOST_GROWTH = 1.1;

  /** Of what was saved in truth, the share that must be seen. */
  private static final double LEAST_COMPARED = 0.7;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

  @TempDir Path folder;

  private UpProcess up;

  @AfterEach
  void stop() {
    up.close();
  }

  @Test
  void sixteenKernelsASecondCostTheSameAfterAnHour() throws Exception {
    theLastMinutesCostWhatTheTenthDid(16);
  }

  @Test
  void theDefaultDemoCostsTheSameAfterAnHour() throws Exception {
    theLastMinutesCostWhatTheTenthDid(MIXED_PER_SECOND);
  }

  @Test
  void fiftyKernelsASecondCostTheSameAfterAnHour() throws Exception {
    theLastMinutesCostWhatTheTenthDid(50);
  }

  private void theLastMinutesCostWhatTheTenthDid(double kernelsPerSecond) throws Exception {
    start(workload(MIXED_PER_SECOND / kernelsPerSecond));
    List<Double> seconds = new ArrayList<>();
    List<Long> live = new ArrayList<>();
    double before = 0;
    for (int minute = 1; minute <= MINUTES - 1; minute++) {
      long ends = System.nanoTime() + MINUTE.toNanos();
      await()
          .pollInterval(Duration.ofMillis(100))
          .atMost(MINUTE.plusSeconds(10))
          .until(() -> System.nanoTime() >= ends || !up.isAlive());
      assertThat(up.isAlive()).as(up::said).isTrue();
      if (minute % COMPARED == 0) {
        live.add(liveBytes());
      }
      double now = processorSeconds();
      seconds.add(now - before);
      before = now;
    }
    System.out.printf(
        "%.0f a second: processor seconds %s, live bytes %s%n", kernelsPerSecond, seconds, live);

    JsonNode json = up.summary(Duration.ofMinutes(5), 0);
    assertThat(json.path("rejects").asLong())
        .as(() -> "rejects " + json.path("rejectsByReason"))
        .isZero();
    assertThat(json.path("droppedRecords").asLong()).as("dropped").isZero();
    assertThat(json.at("/saved/isKnown").asBoolean()).as("energy saved is known").isTrue();
    double truth = json.at("/trulySaved/joules").asDouble();
    assertThat(json.at("/saved/joules").asDouble())
        .as(() -> json.path("saved") + " of " + json.path("trulySaved"))
        .isBetween(
            LEAST_COMPARED * truth, truth + 3 * json.at("/saved/standardErrorJoules").asDouble());
    assertThat(mean(seconds, seconds.size() - COMPARED))
        .as(() -> "processor seconds of each minute " + seconds)
        .isLessThan(MOST_GROWTH * mean(seconds, FULL));
    // The first was taken before the ledger's horizon of ten minutes was full.
    assertThat((double) live.get(live.size() - 1))
        .as(() -> "live bytes each ten minutes " + live)
        .isLessThan(MOST_GROWTH * live.get(1));
  }

  private static double mean(List<Double> seconds, int from) {
    return seconds.subList(from, from + COMPARED).stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }

  /** The default workload, with kernels that are so many times as long. */
  private Path workload(double factor) throws IOException {
    var json = new ObjectMapper();
    ObjectNode workload;
    try (InputStream mixed =
        Workload.class.getResourceAsStream("/io/wattune/testbed/workloads/mixed.json")) {
      workload = (ObjectNode) json.readTree(Objects.requireNonNull(mixed));
    }
    for (JsonNode each : (ArrayNode) workload.path("kernels")) {
      var kernel = (ObjectNode) each;
      for (String key : List.of("instructionsGiga", "requestedGigabytes", "serialSeconds")) {
        kernel.put(key, factor * kernel.path(key).asDouble());
      }
    }
    Path file = folder.resolve("workload.json");
    json.writeValue(file.toFile(), workload);
    return file;
  }

  /** With the flags of {@code ./wattune}. */
  private void start(Path workload) throws IOException {
    up =
        UpProcess.startBy(
            List.of("-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=192m"),
            folder,
            "--json",
            "--for=" + MINUTES + "m",
            "--workload=" + workload);
  }

  /** Of the process and of its writers and guardians. */
  private double processorSeconds() {
    return Stream.concat(Stream.of(up.process().toHandle()), up.process().descendants())
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .mapToDouble(each -> each.toNanos() * 1e-9)
        .sum();
  }

  /** What a full collection leaves. */
  private long liveBytes() throws Exception {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(up.process().pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = TOTAL.matcher(said);
    assertThat(total.find()).as(said).isTrue();
    return Long.parseLong(total.group(1));
  }
}

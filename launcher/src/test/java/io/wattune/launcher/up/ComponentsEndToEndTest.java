package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testkit.FixedPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** From counters and power to the topic and the page: agent, broker, both jobs, dashboard. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ComponentsEndToEndTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A stand-in takes some 60 W at rest, and 200 W under its load. */
  private static final double LOADED_WATTS = 120;

  private static final long ENOUGH_NANOS = 15_000_000_000L;

  @TempDir Path folder;

  private Process up;

  @AfterEach
  void killWhatIsLeft() {
    if (up != null) {
      up.descendants().forEach(ProcessHandle::destroyForcibly);
      up.destroyForcibly();
    }
  }

  @Test
  @Tag("long")
  @Tag("alone")
  void componentsOfASimulatedGpuAddUpToItsPower() throws Exception {
    int page = FixedPort.find();
    Path archive = folder.resolve("archive");
    int kafka = start("--dashboard-port=" + page, "--archive=" + archive);

    ComponentPower power =
        first(kafka, each -> each.isKnown() && each.modelRevision() > 10 && isLoaded(each));

    assertThat(power.components())
        .flatExtracting(ComponentWatts::counters)
        .containsExactlyInAnyOrder("VALUBusy", "MemUnitBusy", "ReadBytes", "WrittenBytes");
    double sum = Objects.requireNonNull(power.idle()).watts();
    for (ComponentWatts each : power.components()) {
      sum += each.watts();
    }
    assertThat(sum).isCloseTo(power.totalWatts(), within(1e-6 * power.totalWatts()));
    assertThat(power.doubts()).doesNotContain(ComponentDoubt.COARSE, ComponentDoubt.GIVEN);
    assertThat(power.kernels()).isNotEmpty();
    JsonNode shown = components(page, power.device());
    assertThat(shown.path("parts").get(0).path("name").asText()).isEqualTo("idle");
    assertThat(shown.path("parts").size()).isGreaterThanOrEqualTo(2);
    assertThat(shown.path("bins").get(0).path("joules").get(0).asDouble()).isPositive();
    assertThat(get(page, "/metrics"))
        .contains("wattune_dashboard_device_component_watts{")
        .contains("component=\"idle\"");
    await().atMost(PATIENCE).until(() -> hasFiles(archive.resolve("component-power")));
  }

  private static boolean hasFiles(Path kind) throws IOException {
    if (!Files.isDirectory(kind)) {
      return false;
    }
    try (Stream<Path> all = Files.walk(kind)) {
      return all.anyMatch(each -> each.toString().endsWith(".parquet"));
    }
  }

  /** As a GPU of NVIDIA's is read: shares of time alone. */
  @Test
  @Tag("long")
  @Tag("alone")
  void sharesOfTimeOfAnNvidiaGpuGiveACoarseSplit() throws Exception {
    Assumptions.assumeTrue(
        NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    int page = FixedPort.find();
    int kafka = start("--dashboard-port=" + page, "--devices=nvidia-stand-in");

    // The same load all the time cannot be told from idle power: the program pauses after a while.
    // It must not end, since `up` ends with any of its processes.
    long begun = first(kafka, each -> each.totalWatts() > LOADED_WATTS).endNanos();
    first(kafka, each -> each.endNanos() > begun + ENOUGH_NANOS);
    List<ProcessHandle> programs =
        up.descendants().filter(ComponentsEndToEndTest::isLoadProgram).toList();
    assertThat(programs).hasSize(1);
    pause(programs.get(0));
    ComponentPower power = first(kafka, ComponentPower::isKnown);

    assertThat(power.doubts()).contains(ComponentDoubt.COARSE);
    assertThat(power.components())
        .flatExtracting(ComponentWatts::counters)
        .contains("utilization.gpu");
    assertThat(power.kernels()).isEmpty();
    heatOfItsBlocksIsToldAndShown(kafka, page);
  }

  /** Its temperature is among its counters. */
  private void heatOfItsBlocksIsToldAndShown(int kafka, int page) throws Exception {
    HeatRecord heat =
        first(
            kafka,
            Topic.HEAT,
            new HeatCodec(),
            HeatRecord::device,
            each -> !each.reading().blocks().isEmpty());
    assertThat(heat.isPlanGiven()).isFalse();
    assertThat(heat.quality())
        .isGreaterThanOrEqualTo(Quality.ESTIMATED)
        .isLessThan(Quality.INVALID);
    // The stand-in's room is at 30 C, and it settles below 80 C at its own limit.
    assertThat(heat.reading().sensor().orElseThrow().celsius()).isBetween(25.0, 85.0);
    assertThat(heat.reading().aboveSensor().celsius()).isPositive();
    JsonNode shown = shown(page, heat.device(), "heat", "blocks");
    assertThat(shown.path("plan").asText()).isEqualTo("generic");
    assertThat(shown.path("blocks").size()).isEqualTo(heat.reading().blocks().size());
    assertThat(shown.path("frames").get(0).path("celsius").size())
        .isEqualTo(heat.reading().blocks().size());
  }

  private static boolean isLoaded(ComponentPower power) {
    return power.components().stream().mapToDouble(ComponentWatts::watts).sum() > 20;
  }

  /** Java's own command line of a process ends after one page, which a long class path fills. */
  private static boolean isLoadProgram(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains(LoadProgram.class.getName());
    } catch (IOException e) {
      return false;
    }
  }

  private static void pause(ProcessHandle process) throws Exception {
    int code =
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
  }

  private int start(String... more) throws IOException {
    int kafka = FixedPort.find();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WattuneCommand.class.getName(),
                "up",
                "--policy=none",
                "--nodes=1",
                "--gpus-per-node=1",
                "--store=off",
                "--flink-port=0",
                "--kafka-port=" + kafka,
                "--data-dir=" + folder.resolve("data")));
    command.addAll(List.of(more));
    up =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    await().atMost(PATIENCE).until(() -> hasSaid("look with "));
    return kafka;
  }

  private boolean hasSaid(String text) throws IOException {
    if (!up.isAlive()) {
      throw new IllegalStateException(log());
    }
    return Files.readString(folder.resolve("out")).contains(text);
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
  }

  /** The first record of which something holds; each one that comes is legal. */
  private ComponentPower first(int kafka, Predicate<ComponentPower> condition) throws Exception {
    return first(
        kafka, Topic.COMPONENT_POWER, new ComponentPowerCodec(), ComponentPower::device, condition);
  }

  private <T> T first(
      int kafka, Topic of, RecordCodec<T> codec, Function<T, String> device, Predicate<T> condition)
      throws Exception {
    String topic = Namespace.live().topic(of);
    List<T> read = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", "127.0.0.1:" + kafka, "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      int partitions = consumer.partitionsFor(topic).size();
      consumer.assign(
          IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(topic, i)).toList());
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() - end < 0 && up.isAlive()) {
        for (ConsumerRecord<String, byte[]> each : consumer.poll(Duration.ofMillis(200))) {
          T record = codec.decode(each.value());
          assertThat(each.key()).isEqualTo(device.apply(record));
          read.add(record);
          if (condition.test(record)) {
            return record;
          }
        }
      }
    }
    throw new AssertionError(
        read.size()
            + " records, the last ones "
            + read.subList(Math.max(0, read.size() - 3), read.size())
            + log());
  }

  private static JsonNode components(int page, String device) throws Exception {
    return shown(page, device, "components", "bins");
  }

  private static JsonNode shown(int page, String device, String what, String list)
      throws Exception {
    var found = new JsonNode[1];
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              found[0] =
                  new ObjectMapper().readTree(get(page, "/api/devices/" + device)).path(what);
              return found[0].path(list).size() > 0;
            });
    return found[0];
  }

  private static String get(int port, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}

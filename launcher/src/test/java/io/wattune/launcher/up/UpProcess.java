package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.kafka.KafkaAccess;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.TestJvm;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The command {@code up} in a process of its own, on ports that nobody has, with what a test wants
 * of it: a line that it prints, a record of a topic, a page, the registers of its simulated GPUs.
 * Whatever does not come is an error with all that it has printed, at once where it has ended.
 */
final class UpProcess implements AutoCloseable {
  /** A machine with much to do may take long to start it. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final List<String> QUICK_START =
      Stream.concat(TestJvm.OPTIONS.stream(), Stream.of("-Xmx1g")).toList();

  private final Process process;
  private final Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  private UpProcess(Process process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /**
   * Starts it.
   *
   * @param folder for its data and what it prints
   * @param options beside ports and the folder
   */
  static UpProcess start(Path folder, String... options) throws IOException {
    return startBy(QUICK_START, folder, options);
  }

  /** The same with these flags of Java. */
  static UpProcess startBy(List<String> flags, Path folder, String... options) throws IOException {
    List<String> command = wattune(flags);
    command.addAll(
        List.of(
            "up",
            "--kafka-port=0",
            "--flink-port=0",
            "--store-port=0",
            "--dashboard-port=0",
            "--data-dir=" + folder.resolve("data")));
    command.addAll(List.of(options));
    return new UpProcess(
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start(),
        folder);
  }

  private static List<String> wattune(List<String> flags) {
    List<String> command = new ArrayList<>();
    command.add(TestJvm.program());
    command.addAll(flags);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), WattuneCommand.class.getName()));
    return command;
  }

  Process process() {
    return process;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** All that it has printed. */
  String said() {
    try {
      return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /** Waits until something holds; it must run on until then. */
  void until(Callable<Boolean> condition) {
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                requireAlive();
                return condition.call();
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + said(), e);
    }
  }

  private void requireAlive() {
    if (!isAlive()) {
      throw new IllegalStateException("it has ended with " + process.exitValue() + ":\n" + said());
    }
  }

  /** What stands behind a word, once it has printed a line that begins with it. */
  String line(String word) {
    until(() -> printed(word).isPresent());
    return printed(word).orElseThrow();
  }

  private Optional<String> printed(String word) {
    return said()
        .lines()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length()).strip())
        .findFirst();
  }

  /** Runs a line as who copies it into a shell does; returns what it has printed. */
  String paste(String line) throws Exception {
    Path out = folder.resolve("pasted");
    // The script's place is taken by its process.
    List<String> shell =
        new ArrayList<>(List.of("sh", "-c", line.replace("./wattune", "\"$@\""), "sh"));
    shell.addAll(wattune(QUICK_START));
    Process pasted =
        new ProcessBuilder(shell).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(pasted.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(line).isTrue();
    String printed = Files.readString(out);
    assertThat(pasted.exitValue()).as(() -> line + "\n" + printed + said()).isZero();
    return printed;
  }

  /** The first record of a topic of which something holds. */
  <T> T first(Topic topic, RecordCodec<T> codec, Function<T, String> key, Predicate<T> condition) {
    List<T> read = records(topic, codec, key, all -> condition.test(all.get(all.size() - 1)));
    return read.get(read.size() - 1);
  }

  /**
   * A topic's records from its beginning, until they are enough; each one is legal.
   *
   * @param key what the key of a record must be
   * @param areEnough asked after each record
   */
  <T> List<T> records(
      Topic topic, RecordCodec<T> codec, Function<T, String> key, Predicate<List<T>> areEnough) {
    List<T> read = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer(topic)) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() - end < 0 && isAlive()) {
        for (ConsumerRecord<String, byte[]> each : consumer.poll(Duration.ofMillis(200))) {
          read.add(decoded(each, codec, key));
          if (areEnough.test(read)) {
            return read;
          }
        }
      }
    }
    throw new AssertionError(
        read.size()
            + " records of "
            + topic
            + ", the last ones "
            + read.subList(Math.max(0, read.size() - 3), read.size())
            + said());
  }

  /** All records that a topic has by now; each one is legal. */
  <T> List<T> recordsUntilNow(Topic topic, RecordCodec<T> codec, Function<T, String> key) {
    List<T> read = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer(topic)) {
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (ends.entrySet().stream()
          .anyMatch(each -> consumer.position(each.getKey()) < each.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(each -> read.add(decoded(each, codec, key)));
      }
    }
    return read;
  }

  private KafkaConsumer<String, byte[]> consumer(Topic of) {
    String topic = Namespace.live().topic(of);
    KafkaConsumer<String, byte[]> consumer =
        KafkaAccess.of(line("Kafka")).consumer(Map.of("auto.offset.reset", "earliest"));
    int partitions = consumer.partitionsFor(topic).size();
    consumer.assign(
        IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(topic, i)).toList());
    return consumer;
  }

  private static <T> T decoded(
      ConsumerRecord<String, byte[]> read, RecordCodec<T> codec, Function<T, String> key) {
    try {
      T record = codec.decode(read.value());
      assertThat(read.key()).isEqualTo(key.apply(record));
      return record;
    } catch (UndecodableException e) {
      throw new AssertionError(read.topic() + ": " + e.getMessage(), e);
    }
  }

  /** What the dashboard answers. */
  String page(String path) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create(line("dashboard")).resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** A part of a device's page, once a list in it has something. */
  JsonNode shown(String device, String part, String list) {
    var found = new JsonNode[1];
    until(
        () -> {
          found[0] = new ObjectMapper().readTree(page("/api/devices/" + device)).path(part);
          return found[0].path(list).size() > 0;
        });
    return found[0];
  }

  /** The registers of its simulated GPUs, each by the GPU's own name. */
  List<ControlRegisters> registers() throws IOException {
    Path nodes = folder.resolve("data").resolve("nodes");
    if (!Files.isDirectory(nodes)) {
      return List.of();
    }
    List<ControlRegisters> registers = new ArrayList<>();
    try (Stream<Path> files = Files.walk(nodes)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".registers")).toList()) {
        registers.add(ControlRegisters.open(file));
      }
    }
    return registers;
  }

  /** Settings of its simulated GPUs that are not their own. */
  List<String> notRestored() throws IOException {
    List<String> notRestored = new ArrayList<>();
    for (ControlRegisters device : registers()) {
      for (int control = 0; control < device.tunables().size(); control++) {
        if (device.value(control) != device.tunables().get(control).ownValue().orElseThrow()) {
          notRestored.add(device.device() + " " + device.tunables().get(control).name());
        }
      }
    }
    return notRestored;
  }

  /** As the terminal does it; a {@link Process} can only be asked to terminate. */
  void interrupt() throws Exception {
    signal("INT", process.toHandle());
  }

  /** As {@code kill} does it. */
  static void signal(String signal, ProcessHandle process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start();
    assertThat(kill.waitFor()).as("exit code of kill").isZero();
  }

  /** Waits for its end; the summary that it has printed with {@code --json}. */
  JsonNode summary(Duration limit, int exitCode) throws Exception {
    assertThat(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "ends within " + limit + "\n" + said())
        .isTrue();
    assertThat(process.exitValue()).as(this::said).isEqualTo(exitCode);
    return new ObjectMapper().readTree(Files.readString(folder.resolve("out")));
  }

  /** Kills it and what it has started. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

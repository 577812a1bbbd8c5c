package io.wattune.collectors.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.topics.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that measures itself, on a GPU whose driver lists it: it has all of its joules. */
@Timeout(120)
class InstrumentedProcessTest {
  private static final double WATTS = 100;
  private static final String DEVICE = "n1/GPU-a";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Path folder = Path.of("");
  private final List<Activity> found = new CopyOnWriteArrayList<>();
  private LocalActivities activities;
  private Agent agent;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("wt"); // A socket's path is short.
  }

  @AfterEach
  void stop() throws IOException {
    if (agent != null) {
      agent.close();
    }
    if (activities != null) {
      activities.close();
    }
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** An agent with a GPU that takes 100 W and lists this process. */
  private void start(long pid) throws Exception {
    AgentClock clock = AgentClock.system();
    var reported = new ReportedProcesses(ProcTable.system());
    var gpu =
        new FakeNvml(
            TestGpus.H100
                .replace("compute @0 none", "compute @0 " + pid)
                .replace("power @0 101000", "power @0 100000"));
    var device =
        new FoundProcesses(
            TestGpus.kind(gpu)
                .openSource(new DeviceSettings(DEVICE, folder, Map.of()), clock::epochNanos),
            reported,
            ProcessFile.none(),
            clock::epochNanos);
    RecordSink sink =
        new RecordSink() {
          @Override
          public void publish(Topic topic, String key, byte[] value) {}

          @Override
          public void happened(Activity activity) {
            found.add(activity);
          }

          @Override
          public void polled(PollBlock block) {}
        };
    activities =
        LocalActivities.start(
            "n1",
            List.of(DEVICE),
            ActivitiesConfig.at(folder.resolve("s")),
            ProfileChoice.AUTO,
            clock,
            sink,
            reported,
            change -> {});
    agent =
        Agent.start(
            List.of(device),
            clock,
            AgentSettings.DEFAULT,
            DescriptionRules.NONE,
            activities.beside(sink),
            change -> {});
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> found.stream().anyMatch(each -> each.book() == Book.PROCESS));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> agent.status().devices().stream().allMatch(each -> each.polls() > 20));
  }

  private static void assertWhole(double joules, double seconds) {
    assertThat(joules / seconds).as("watts, not half of them").isBetween(0.9 * WATTS, 1.1 * WATTS);
  }

  @Test
  void aClientOfTheSocketHasAllOfItsJoules() throws Exception {
    long pid = ProcessHandle.current().pid();
    start(pid);
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(activities.socket()));
        var answers = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
      say(
          channel,
          "{\"do\":\"start\",\"id\":\"a\",\"name\":\"train\",\"level\":\"process\",\"pid\":"
              + pid
              + ",\"pidStart\":"
              + ProcTable.system().startTicks(pid)
              + ",\"untilClosed\":true}");
      long from = JSON.readTree(answers.readLine()).path("startNanos").asLong();
      long polls = agent.status().devices().get(0).polls();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> agent.status().devices().get(0).polls() > polls + 60);
      say(channel, "{\"do\":\"end\",\"id\":\"a\"}");
      JsonNode end = JSON.readTree(answers.readLine());

      assertWhole(end.path("joules").asDouble(), (end.path("endNanos").asLong() - from) * 1e-9);
      assertThat(end.path("devices").path(0).path("share").asDouble()).isEqualTo(1);
    }
    Activity listed = found.get(0);
    assertThat(found)
        .as("the listed one has ended where the own one began")
        .anyMatch(each -> each.activityId().equals(listed.activityId()) && each.hasEnded());
  }

  @Test
  void thePythonClientAsDocumentedHasAllOfItsJoules() throws Exception {
    Path client = client();
    assumeTrue(hasPython(), "there is no python3 of 3.8 or newer on this machine");
    String program =
        """
        import os, sys, time
        print(os.getpid(), flush=True)
        sys.stdin.readline()
        import wattune
        with wattune.measure("step") as m:
            time.sleep(1.2)
        print(m.joules, m.seconds, flush=True)
        """;
    var builder = new ProcessBuilder("python3", "-c", program).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", client.toString());
    builder.environment().put("WATTUNE_ACTIVITIES_SOCKET", folder.resolve("s").toString());
    Process python = builder.start();
    try (BufferedReader said = python.inputReader(StandardCharsets.UTF_8)) {
      start(Long.parseLong(said.readLine()));
      try (Writer input = python.outputWriter(StandardCharsets.UTF_8)) {
        input.write("go\n");
      }
      String[] result = said.readLine().split(" ", -1);

      assertWhole(Double.parseDouble(result[0]), Double.parseDouble(result[1]));
    } finally {
      python.destroyForcibly();
    }
  }

  private static void say(SocketChannel channel, String line) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  private static Path client() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("clients/python/wattune.py"))) {
      folder = folder.getParent();
    }
    return folder == null ? Path.of("") : folder.resolve("clients/python");
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}

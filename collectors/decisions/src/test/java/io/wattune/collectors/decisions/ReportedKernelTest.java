package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.ForwardingSink;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.collectors.running.RunningReport;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node whose GPU does not say what runs: a program does, at the agent's socket. */
@Timeout(120)
class ReportedKernelTest {
  private static final String DEVICE = "n1/GPU-a";

  private Path folder = Path.of("");
  private final FakeNvml gpu = new FakeNvml(TestGpus.H100);
  private final List<Actuation> answers = new CopyOnWriteArrayList<>();
  private RunningReport report;
  private LocalActivities activities;
  private Writer writer;

  @BeforeEach
  void start() throws Exception {
    folder = Files.createTempDirectory("wt"); // A socket's path is short.
    NodeConfig config =
        NodeFile.read(
            Files.writeString(
                folder.resolve("node.json"),
                """
                {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
                 "devices": [{"uuid": "GPU-a", "kind": "nvidia"}],
                 "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
                   {"device": "*", "tunable": "core.clock", "lowest": 210, "highest": 1980}]}}
                """));
    report = RunningReport.start(config.folder().running(), change -> {});
    RecordSink nowhere = ForwardingSink.showing((topic, key, value) -> {}, report::seen);
    activities =
        LocalActivities.start(
            "n1",
            List.of(DEVICE),
            ActivitiesConfig.at(folder.resolve("s")),
            ProfileChoice.AUTO,
            AgentClock.system(),
            nowhere,
            new ReportedProcesses(ProcTable.system()),
            change -> {});
    writer =
        Writer.start(
            config.setup(),
            new DeviceKinds(List.of(TestGpus.kind(gpu))),
            NodeClock.SYSTEM,
            answers::add);
    writer.holds(Holds.NONE);
  }

  @AfterEach
  void stop() throws IOException {
    writer.stop();
    activities.close();
    report.close();
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private void locked(long megahertz) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(2))
        .until(
            () -> {
              int[] lock = gpu.lock(0, ClockDomain.CORE);
              return (lock == null ? 0 : lock[1]) == megahertz;
            });
  }

  private static void say(SocketChannel channel, String line) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.replace('\'', '"') + "\n");
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  private void decide(long sequence) {
    var core = new Setting("core.clock", TunableUnit.MEGAHERTZ, 1_200);
    writer.decide(
        new Decision.ForDevice(
            "n1",
            DEVICE,
            1,
            sequence,
            NodeClock.SYSTEM.now().wallNanos(),
            25_000_000_000L,
            Configuration.EMPTY,
            List.of(new ActivityConfiguration("step", Configuration.of(core))),
            "test",
            "test",
            "",
            Quality.MEASURED,
            0,
            null));
  }

  @Test
  void theWriterFollowsTheKernelsOfAProgram() throws Exception {
    var sequence = new AtomicLong();
    // A device that is not open yet refuses; a controller decides again, too.
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              decide(sequence.incrementAndGet());
              return answers.stream().anyMatch(a -> a.outcome() != ActuationOutcome.REFUSED);
            });
    assertThat(gpu.lock(0, ClockDomain.CORE)).as("nothing runs yet").isNull();

    try (var program = SocketChannel.open(UnixDomainSocketAddress.of(activities.socket()))) {
      String start = "{'do':'start','level':'kernel','untilClosed':true,'id':'%s','name':'%s'}";
      say(program, start.formatted("a", "step"));
      locked(1_200);
      say(program, start.formatted("b", "copy"));
      locked(0); // Two at once.
      say(program, "{'do':'end','id':'b','answer':'none'}");
      locked(1_200);
      say(program, "{'do':'end','id':'a','answer':'none'}");
      locked(0);
      say(program, start.formatted("c", "step"));
      locked(1_200);
    }
    locked(0); // The program is gone, and its kernel with it.
    assertThat(writer.status().refusedRunning()).isEmpty();
  }
}

package io.wattune.launcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.Repository;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of a genuine Slurm ({@code apt install slurmctld slurmd munge}) are in an agent's ledger by
 * job and user, by the prolog and epilog that are delivered, with no wrapper around what runs.
 * Skipped where Slurm is not there, or the tests are not run by root.
 */
@Tag("soak")
class SlurmJobsTest {
  private static final double WATTS = 100;
  private static final int SECONDS = 4;
  private static final Pattern JOB =
      Pattern.compile(
          "wattune_agent_job_energy_joules\\{activity=\"slurm-(\\d+)\",device=\"n1/G1\","
              + "node=\"n1\",user=\"(\\w+)\"} (\\S+)");

  @TempDir private Path folder;

  private record Job(String user, double joules) {}

  @Test
  void jobsAndTasksOfAnArrayAreInTheLedgerByJobAndUser() throws Exception {
    assumeTrue(OneNodeSlurm.isPossible(), "Slurm is not here, or the tests are not run by root");
    // The users of jobs ask munge's socket in it.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = FixedPort.find();
    Process agent = agent(folder, port);
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> get(port).contains("_power_watts"));
      try (OneNodeSlurm slurm =
          OneNodeSlurm.start(folder, script(folder, "prolog"), script(folder, "epilog"))) {
        String array = slurm.submit("--array=1-2", "--wrap", "sleep " + SECONDS);
        String single = slurm.submit("--wrap", "sleep " + SECONDS);
        assertThat(List.of(array, single)).allMatch(id -> id.matches("\\d+"));

        // An entry is final half a minute after its end; three jobs one after the other.
        await().atMost(Duration.ofSeconds(150)).until(() -> jobs(port).size() == 3);

        Map<String, Job> jobs = jobs(port);
        assertThat(jobs).containsKeys(array, single);
        assertThat(jobs.values()).extracting(Job::user).containsOnly("nobody");
        // Between the prolog and the epilog; Slurm takes up to some seconds for what is around it.
        assertThat(jobs.values())
            .allMatch(job -> job.joules() > WATTS * (SECONDS - 0.5))
            .allMatch(job -> job.joules() < WATTS * (SECONDS + 20));
      }
    } finally {
      agent.destroy();
      if (!agent.waitFor(20, TimeUnit.SECONDS)) {
        agent.destroyForcibly().waitFor();
      }
    }
  }

  /** The delivered script, told where this agent's drop folder is. */
  private static Path script(Path folder, String name) throws IOException {
    Path delivered = Repository.root().resolve("deploy/slurm").resolve(name);
    Path script =
        Files.writeString(
            folder.resolve(name),
            "#!/bin/sh\nWATTUNE_DROP_FOLDER='%s' exec '%s'\n"
                .formatted(folder.resolve("drop"), delivered));
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Map<String, Job> jobs(int port) throws Exception {
    Map<String, Job> jobs = new TreeMap<>();
    Matcher line = JOB.matcher(get(port));
    while (line.find()) {
      jobs.put(line.group(1), new Job(line.group(2), Double.parseDouble(line.group(3))));
    }
    return jobs;
  }

  private static String get(int port) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static Process agent(Path folder, int port) throws IOException {
    Path device = Files.createDirectories(folder.resolve("G1"));
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1",
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 100}}
        """);
    Files.writeString(device.resolve("power"), Math.round(WATTS * 1e3) + "\n");
    Files.createDirectory(folder.resolve("drop"));
    Path node =
        Files.writeString(
            folder.resolve("n1.json"),
            """
            {"node": "n1", "stateFolder": "node", "bootstrapServers": "127.0.0.1:1",
             "activities": {"dropFolder": "drop"},
             "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "G1"}}]}
            """);
    return TestJvm.process(
            "-cp",
            System.getProperty("java.class.path"),
            WattuneCommand.class.getName(),
            "agent",
            node.toString(),
            "--listen=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("agent.log").toFile())
        .start();
  }
}

package io.wattune.launcher.slurm;

import static org.awaitility.Awaitility.await;

import io.wattune.testkit.FixedPort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A genuine Slurm of one node, as processes of root, in a folder. */
final class OneNodeSlurm implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "setpriv");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final Path configuration;
  private final Deque<Process> processes = new ArrayDeque<>();

  private OneNodeSlurm(Path folder) {
    this.folder = folder;
    this.configuration = folder.resolve("slurm.conf");
  }

  /** Whether all that it needs is on this machine. */
  static boolean isPossible() {
    return "root".equals(System.getProperty("user.name"))
        && PROGRAMS.stream().allMatch(OneNodeSlurm::isThere);
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
  }

  /**
   * Starts it.
   *
   * @param folder short: the name of a socket has 108 letters at most
   */
  static OneNodeSlurm start(Path folder, Path prolog, Path epilog) throws Exception {
    var slurm = new OneNodeSlurm(folder);
    try {
      slurm.begin(prolog, epilog);
      return slurm;
    } catch (Exception e) {
      slurm.close();
      throw e;
    }
  }

  private void begin(Path prolog, Path epilog) throws Exception {
    String host = InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
    for (String each : List.of("state", "spool")) {
      Files.createDirectory(folder.resolve(each));
    }
    byte[] secret = new byte[1024];
    new SecureRandom().nextBytes(secret);
    Path key = Files.write(folder.resolve("munge.key"), secret);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    Files.writeString(
        configuration,
        """
        ClusterName=test
        SlurmctldHost=%1$s(127.0.0.1)
        SlurmctldPort=%3$d
        SlurmdPort=%4$d
        SlurmUser=root
        SlurmdUser=root
        AuthType=auth/munge
        AuthInfo=socket=%2$s/munge.sock
        CryptoType=crypto/munge
        StateSaveLocation=%2$s/state
        SlurmdSpoolDir=%2$s/spool
        SlurmctldPidFile=%2$s/slurmctld.pid
        SlurmdPidFile=%2$s/slurmd.pid
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        MpiDefault=none
        ReturnToService=2
        Prolog=%5$s
        Epilog=%6$s
        NodeName=%1$s NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
        PartitionName=main Nodes=%1$s Default=YES MaxTime=INFINITE State=UP
        """
            .formatted(host, folder, FixedPort.find(), FixedPort.find(), prolog, epilog));
    launch(
        "munged",
        "--foreground",
        "--force",
        "--key-file=" + key,
        "--socket=" + folder.resolve("munge.sock"),
        "--pid-file=" + folder.resolve("munge.pid"),
        "--log-file=" + folder.resolve("munge.log"),
        "--seed-file=" + folder.resolve("munge.seed"));
    await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("munge.sock")));
    launch("slurmctld", "-D", "-f", configuration.toString());
    launch("slurmd", "-D", "-f", configuration.toString(), "-N", host);
    await("an idle node, see " + folder)
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> ask("sinfo", "-h", "-o", "%T").contains("idle"));
  }

  private void launch(String... words) throws IOException {
    Path log = folder.resolve(words[0] + ".out");
    processes.push(
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start());
  }

  /** Submits a job as the user {@code nobody}. */
  String submit(String... words) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "sbatch"));
    line.addAll(List.of("--parsable", "-D", "/", "-o", "/dev/null"));
    line.addAll(List.of(words));
    return ask(line.toArray(String[]::new)).strip();
  }

  private String ask(String... words) throws Exception {
    Path out = Files.createTempFile("slurm", ".out");
    try {
      var builder = new ProcessBuilder(words).redirectErrorStream(true);
      builder.environment().put("SLURM_CONF", configuration.toString());
      Process process = builder.redirectOutput(out.toFile()).start();
      boolean hasEnded = process.waitFor(30, TimeUnit.SECONDS);
      String said = Files.readString(out);
      if (!hasEnded || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(String.join(" ", words) + ": " + said);
      }
      return said;
    } finally {
      Files.delete(out);
    }
  }

  /** The node first. */
  @Override
  public void close() throws InterruptedException {
    while (!processes.isEmpty()) {
      Process process = processes.pop();
      process.destroy();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}

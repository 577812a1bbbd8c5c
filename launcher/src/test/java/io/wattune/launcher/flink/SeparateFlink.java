package io.wattune.launcher.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.flink.ClusterJob;
import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.embedded.flink.FlinkTls;
import io.wattune.kafka.HostPort;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.TestJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Flink session cluster of two processes of its own. Their class path is what a Flink
 * distribution brings and no more: what the job needs beyond that must come with the job.
 */
public final class SeparateFlink implements AutoCloseable {
  /** Beginnings of the names of jars that are in a distribution. */
  private static final Pattern FLINK_BRINGS =
      Pattern.compile(
          "(flink|commons|kryo|minlog|objenesis|reflectasm|javassist|snappy-java|frocksdbjni"
              + "|jsr305|slf4j|snakeyaml-engine)-.*\\.jar");

  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";

  private static final Pattern FLINK_LACKS = Pattern.compile("flink-(connector|avro)-.*");

  private final List<Process> processes = new ArrayList<>();
  private final Path folder;
  private final int restPort;
  private final FlinkAccess access;

  private SeparateFlink(Path folder, @Nullable FlinkTls tls) throws IOException {
    this.folder = folder;
    this.restPort = FixedPort.find();
    this.access = new FlinkAccess(new HostPort("127.0.0.1", restPort), tls);
  }

  /** Starts the processes and waits until they have slots. */
  public static SeparateFlink start(Path folder, int slots) throws IOException {
    return start(new SeparateFlink(folder, null), slots, "");
  }

  /**
   * The same with TLS between the processes and at the REST interface, both with certificates.
   *
   * @param security lines of Flink's configuration
   * @param client how the REST interface is asked
   */
  public static SeparateFlink start(Path folder, int slots, String security, FlinkTls client)
      throws IOException {
    return start(new SeparateFlink(folder, client), slots, security);
  }

  private static SeparateFlink start(SeparateFlink flink, int slots, String security)
      throws IOException {
    Path folder = flink.folder;
    try {
      flink.configure(slots, security);
      flink.launch("org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint");
      flink.launch(TASK_MANAGER);
      await("slots of the Flink cluster, see " + folder)
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .failFast(
              "a process of the Flink cluster has ended, see " + folder,
              () -> flink.processes.stream().anyMatch(process -> !process.isAlive()))
          .until(() -> new FlinkCluster(flink.access).freeSlots() == slots);
      return flink;
    } catch (RuntimeException | IOException e) {
      flink.close();
      throw e;
    }
  }

  /** Address of the REST interface. */
  public String address() {
    return "127.0.0.1:" + restPort;
  }

  /** State of every job that there was. */
  public List<String> jobStates() throws Exception {
    return new FlinkCluster(access).jobs().stream().map(ClusterJob::state).toList();
  }

  /** Kills the task manager as {@code kill -9} does, and starts another one. */
  public void replaceTaskManager() throws IOException {
    Process taskManager = processes.remove(processes.size() - 1);
    taskManager.destroyForcibly().onExit().join();
    launch(TASK_MANAGER);
  }

  /** Sizes that a distribution's start script would work out. */
  private void configure(int slots, String security) throws IOException {
    String yaml =
        """
        jobmanager.rpc.address: 127.0.0.1
        jobmanager.rpc.port: %d
        jobmanager.bind-host: 127.0.0.1
        taskmanager.host: 127.0.0.1
        taskmanager.bind-host: 127.0.0.1
        taskmanager.numberOfTaskSlots: %d
        taskmanager.cpu.cores: %d.0
        taskmanager.memory.framework.heap.size: 128m
        taskmanager.memory.framework.off-heap.size: 128m
        taskmanager.memory.jvm-metaspace.size: 256m
        taskmanager.memory.jvm-overhead.min: 192m
        taskmanager.memory.jvm-overhead.max: 192m
        taskmanager.memory.task.heap.size: 384m
        taskmanager.memory.task.off-heap.size: 0m
        taskmanager.memory.managed.size: 64m
        taskmanager.memory.network.min: 64m
        taskmanager.memory.network.max: 64m
        rest.address: 127.0.0.1
        rest.bind-address: 127.0.0.1
        rest.port: %d
        io.tmp.dirs: '%s'
        pekko.ask.timeout: 60 s
        """
            .formatted(FixedPort.find(), slots, slots, restPort, folder.resolve("tmp"));
    Files.createDirectories(folder.resolve("tmp"));
    Files.writeString(folder.resolve("config.yaml"), yaml + security);
  }

  private void launch(String main) throws IOException {
    String name = main.substring(main.lastIndexOf('.') + 1);
    var command =
        TestJvm.process(
            "-Xmx640m",
            "-Djava.io.tmpdir=" + folder.resolve("tmp"),
            "-cp",
            classPath(),
            main,
            "--configDir",
            folder.toString());
    command
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(name + ".log").toFile()));
    processes.add(command.start());
  }

  private static String classPath() {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(SeparateFlink::isBroughtByFlink)
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(path).contains("flink-runtime-").doesNotContain("wattune-", "kafka", "avro");
    return path;
  }

  private static boolean isBroughtByFlink(String entry) {
    String file = new File(entry).getName();
    return FLINK_BRINGS.matcher(file).matches() && !FLINK_LACKS.matcher(file).matches();
  }

  /** {@code kill -9} of all its processes. */
  public void kill() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      process
          .onExit()
          .orTimeout(20, TimeUnit.SECONDS)
          .exceptionally(late -> process.destroyForcibly())
          .join();
    }
  }
}

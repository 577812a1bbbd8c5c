package io.wattune.embedded.flink;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Size and place of a Flink cluster inside this process.
 *
 * @param address where REST interface and web page listen
 * @param restPort port of REST interface and web page; 0 for any free one
 * @param taskManagers number of task managers, at least 1
 * @param slotsPerTaskManager slots of each, at least 1
 * @param folder working folder, checkpoints included; null for a temporary one
 * @param takesJobs whether who reaches the REST interface may submit and stop jobs, which is to run
 *     code as this process; where not, it is a view, and jobs come from this process alone
 * @param tls how the REST interface speaks TLS; null for plain HTTP
 */
public record LocalFlinkOptions(
    String address,
    int restPort,
    int taskManagers,
    int slotsPerTaskManager,
    @Nullable Path folder,
    boolean takesJobs,
    @Nullable FlinkTls tls) {
  private static final String LOOPBACK = "127.0.0.1";

  public LocalFlinkOptions {
    if (restPort < 0 || restPort > 65535) {
      throw new IllegalArgumentException("restPort must be in 0..65535, was " + restPort);
    }
    if (taskManagers < 1) {
      throw new IllegalArgumentException("taskManagers must be at least 1, was " + taskManagers);
    }
    if (slotsPerTaskManager < 1) {
      throw new IllegalArgumentException(
          "slotsPerTaskManager must be at least 1, was " + slotsPerTaskManager);
    }
  }

  /** A cluster for jobs of this process, which this machine alone may look at. */
  public LocalFlinkOptions(
      int restPort, int taskManagers, int slotsPerTaskManager, @Nullable Path folder) {
    this(LOOPBACK, restPort, taskManagers, slotsPerTaskManager, folder, false, null);
  }

  /** One task manager on a free port, with a temporary folder. */
  public static LocalFlinkOptions withSlots(int slots) {
    return new LocalFlinkOptions(0, 1, slots, null);
  }
}

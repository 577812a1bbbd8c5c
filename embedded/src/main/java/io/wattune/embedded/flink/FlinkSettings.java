package io.wattune.embedded.flink;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ClusterOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/** The configuration of a Flink cluster that lives in one process on one machine. */
final class FlinkSettings {
  private static final String SCRATCH = "scratch";
  private static final String PROCESS = "process";

  private FlinkSettings() {}

  static Configuration of(LocalFlinkOptions options, Path folder) throws IOException {
    FlinkTls tls = options.tls();
    Configuration settings = tls == null ? new Configuration() : tls.settings();
    settings.set(RestOptions.ADDRESS, options.address());
    settings.set(RestOptions.BIND_ADDRESS, options.address());
    settings.set(RestOptions.PORT, options.restPort());
    settings.set(RestOptions.BIND_PORT, Integer.toString(options.restPort()));
    settings.set(JobManagerOptions.ADDRESS, "127.0.0.1");
    settings.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
    settings.set(TaskManagerOptions.HOST, "127.0.0.1");
    settings.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
    // The page shows jobs; whoever can reach the port must not be able to bring code, unless that
    // is
    // what the cluster is for. The web page's own uploads are off in either case.
    settings.set(RestGuard.IS_VIEW, !options.takesJobs());
    settings.set(WebOptions.SUBMIT_ENABLE, false);
    settings.set(WebOptions.REFRESH_INTERVAL, Duration.ofSeconds(1));
    // Ten seconds, the default, are not always enough where a busy machine starts everything at
    // once.
    settings.set(RpcOptions.ASK_TIMEOUT_DURATION, Duration.ofSeconds(60));
    // Jobs bring the classes that this process has already; two copies of one class would not fit.
    settings.set(CoreOptions.CLASSLOADER_RESOLVE_ORDER, "parent-first");
    folders(settings, folder);
    // Results are bounded by the ledger's state per device, which is small; the rest is for the
    // job.
    settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    return settings;
  }

  /** Every file of the cluster lives below one folder, so that nothing is left behind. */
  private static void folders(Configuration settings, Path folder) {
    String scratch = folder.resolve(SCRATCH).toString();
    settings.set(CoreOptions.TMP_DIRS, scratch);
    settings.set(WebOptions.TMP_DIR, scratch);
    settings.set(BlobServerOptions.STORAGE_DIRECTORY, scratch);
    settings.set(ClusterOptions.PROCESS_WORKING_DIR_BASE, folder.resolve(PROCESS).toString());
    settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
    settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpointFolder(folder).toUri().toString());
    // Where a job's state goes that is stopped without saying where to.
    settings.set(
        CheckpointingOptions.SAVEPOINT_DIRECTORY, folder.resolve("savepoints").toUri().toString());
  }

  /** Folders in which nothing is that a later run needs. */
  static List<Path> passingFolders(Path folder) {
    return List.of(folder.resolve(SCRATCH), folder.resolve(PROCESS));
  }

  static Path checkpointFolder(Path folder) {
    return folder.resolve("checkpoints");
  }
}

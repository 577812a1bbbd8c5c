package io.wattune.embedded.flink;

import io.wattune.embedded.broker.FreePorts;
import io.wattune.embedded.folder.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Flink session cluster inside this process, with its REST interface and web page on the
 * loopback interface only, unless another address is asked for. Jobs of this process are submitted
 * to it without REST, which is a view unless the options say that it takes jobs. Closing stops it
 * and deletes its working folder when that was a temporary one. Thread safe.
 */
public final class LocalFlink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalFlink.class);

  private final MiniCluster cluster;
  private final URI restAddress;
  private final Path folder;
  private final boolean isTemporary;
  private boolean isClosed;

  private LocalFlink(MiniCluster cluster, URI restAddress, Path folder, boolean isTemporary) {
    this.cluster = cluster;
    this.restAddress = restAddress;
    this.folder = folder;
    this.isTemporary = isTemporary;
  }

  /** Starts one task manager on a free port, with a temporary folder that goes on close. */
  public static LocalFlink startTemporary(int slots) {
    return start(LocalFlinkOptions.withSlots(slots));
  }

  /** Starts a cluster of the given size. */
  public static LocalFlink start(LocalFlinkOptions options) {
    Path given = options.folder();
    boolean isTemporary = given == null;
    FreePorts.require(options.address(), options.restPort(), "Flink");
    Path folder = folder(given);
    var configuration = configuration(options, folder);
    var cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(options.taskManagers())
                .setNumSlotsPerTaskManager(options.slotsPerTaskManager())
                .setRpcServiceSharing(RpcServiceSharing.SHARED)
                .build());
    try {
      cluster.start();
      URI rest = cluster.getRestAddress().get();
      LOG.debug("Flink listens on {}, working folder {}", rest, folder);
      return new LocalFlink(cluster, rest, folder, isTemporary);
    } catch (Exception e) {
      new LocalFlink(cluster, URI.create("http://127.0.0.1"), folder, isTemporary).close();
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException(
          "Flink did not start" + (options.restPort() == 0 ? "" : " on port " + options.restPort()),
          e);
    }
  }

  private static Configuration configuration(LocalFlinkOptions options, Path folder) {
    try {
      return FlinkSettings.of(options, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static Path folder(@Nullable Path given) {
    try {
      if (given == null) {
        return Files.createTempDirectory("wattune-flink-");
      }
      // What a run that was killed has left: no later one looks at it.
      for (Path each : FlinkSettings.passingFolders(given)) {
        Folders.deleteTree(each);
      }
      return Files.createDirectories(given);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot make Flink's working folder" + (given == null ? "" : " " + given), e);
    }
  }

  /** Address of the REST interface and of the web page. */
  public URI restAddress() {
    return restAddress;
  }

  /** The folder of checkpoints, as the job configuration wants it. */
  public Path checkpointFolder() {
    return FlinkSettings.checkpointFolder(folder);
  }

  /** Whether it runs: not when it was closed, and not when it has failed for good. */
  public boolean isRunning() {
    return cluster.isRunning();
  }

  /** The cluster itself, for who submits jobs. */
  public MiniCluster miniCluster() {
    return cluster;
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      cluster.close();
    } catch (Exception e) {
      LOG.warn("Flink did not stop cleanly: {}", e.toString());
    }
    if (isTemporary) {
      Folders.deleteTemporary(folder, "Flink's");
    }
  }
}

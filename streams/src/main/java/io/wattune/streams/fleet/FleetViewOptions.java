package io.wattune.streams.fleet;

import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.tls.AskingFiles;
import io.wattune.kafka.FetchSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.StreamsSettings;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.topology.FleetSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet view runs.
 *
 * @param kafka how Kafka is reached
 * @param settings what its sums depend on; the same for all instances
 * @param server where it answers, port 0 being any free one, and who may ask: the other instances
 *     are asked with its token, and by TLS where it speaks that
 * @param asking how the other instances are asked where they speak TLS
 * @param applicationServer where the other instances reach this one; null for where it listens
 * @param threads threads of this process
 * @param instance stable name of this process among the instances, with which a restart takes up
 *     its tasks at once; null for none
 * @param sessionTimeout after which a silent instance's part goes to another; the broker sets a
 *     lower bound, 6 s by default
 * @param stateFolder where Kafka Streams keeps its lock; null for the system's temporary folder. No
 *     state is in it: that is in memory and in the broker
 * @param replicationFactor copies of the view's own topics; -1 for the broker's default
 */
public record FleetViewOptions(
    KafkaAccess kafka,
    FleetSettings settings,
    PartServerOptions server,
    AskingFiles asking,
    @Nullable ListenAddress applicationServer,
    int threads,
    @Nullable String instance,
    Duration sessionTimeout,
    @Nullable Path stateFolder,
    int replicationFactor) {

  /** How often the newest samples go on to their nodes. */
  private static final long COMMIT_MILLIS = 1_000;

  /** A sample of one device takes some 200 B in the cache: enough for 100,000 devices. */
  private static final long CACHE_BYTES = 32L * 1024 * 1024;

  /** A sample passes through four topics on its way to the cluster's sum. */
  private static final int FETCH_MILLIS = 200;

  public FleetViewOptions {
    inRange("threads", threads, 1, 256);
    inRange("sessionTimeout in ms", sessionTimeout.toMillis(), 1_000, 300_000);
    if (replicationFactor != -1) {
      inRange("replicationFactor", replicationFactor, 1, Short.MAX_VALUE);
    }
    if (applicationServer == null && isWildcard(server.address().host())) {
      throw new IllegalArgumentException(
          server.address()
              + " is every address of this machine: say by which one the other instances reach it,"
              + " with --application-server HOST:PORT");
    }
    if (applicationServer != null && applicationServer.port() == 0) {
      throw new IllegalArgumentException(
          "the other instances need a port: --application-server HOST:PORT, was "
              + applicationServer);
    }
  }

  /** What suits one machine, on any free port. */
  public static FleetViewOptions of(KafkaAccess kafka, Namespace namespace) {
    return of(
        kafka,
        new FleetSettings(namespace, 8, Duration.ofSeconds(10)),
        new PartServerOptions(FleetProbe.PART, "", ListenAddress.loopback(0), Access.OPEN),
        AskingFiles.NONE);
  }

  /** A process of one thread that is no named member of the group of instances. */
  public static FleetViewOptions of(
      KafkaAccess kafka, FleetSettings settings, PartServerOptions server, AskingFiles asking) {
    return new FleetViewOptions(
        kafka, settings, server, asking, null, 1, null, Duration.ofSeconds(6), null, -1);
  }

  /** Name of the application: of its group, and the beginning of its own topics' names. */
  public String applicationId() {
    return settings.namespace().group("fleet");
  }

  /**
   * The same as Streams' settings.
   *
   * @param reached where the other instances reach this one
   */
  StreamsSettings streams(ListenAddress reached) {
    Map<String, Object> own = new HashMap<>();
    own.put(StreamsConfig.APPLICATION_SERVER_CONFIG, reached.toString());
    own.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    own.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    if (stateFolder != null) {
      own.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
    }
    FetchSettings.atMost(FETCH_MILLIS)
        .forEach((name, value) -> own.put(StreamsConfig.mainConsumerPrefix(name), value));
    // Energy is written in transactions; of one that was aborted nothing must be counted.
    own.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
    return new StreamsSettings(
        kafka, applicationId(), threads, replicationFactor, sessionTimeout, instance, own);
  }

  private static boolean isWildcard(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  private static void inRange(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be in " + lowest + ".." + highest + ", was " + value);
    }
  }
}

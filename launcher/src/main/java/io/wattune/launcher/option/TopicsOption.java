package io.wattune.launcher.option;

import io.wattune.kafka.Compression;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Where the broker is, and how topics are made that it does not have: for parts that may come
 * first.
 */
public final class TopicsOption {
  private static final Logger LOG = LoggerFactory.getLogger(TopicsOption.class);

  @Mixin private BrokerOption broker = new BrokerOption();

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      defaultValue = "1",
      description = "copies of each topic that is created; default: 1")
  @Bounds(lowest = "1", highest = "32767")
  @CommonKey("kafka.replication-factor")
  private int replicationFactor;

  @Option(
      names = "--min-insync-replicas",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "copies of each topic that is created which must have a record before it counts; with 3"
              + " copies 2; default: 1")
  @Bounds(lowest = "1", highest = "32767")
  @CommonKey("kafka.min-insync-replicas")
  private int inSyncReplicas;

  @Option(
      names = "--compression",
      paramLabel = "lz4|zstd|gzip|none",
      description =
          "how the broker packs topics, those too that are there already; kafkajs reads gzip and none"
              + " by itself; default: as topics are, and lz4 where they are made")
  @CommonKey("kafka.compression")
  private @Nullable Compression compression;

  /** How Kafka is reached. */
  public KafkaAccess access() throws EngineException {
    return broker.access();
  }

  /** Copies of each topic that is created. */
  public int replicationFactor() {
    return replicationFactor;
  }

  /** Creates the topics that are missing; fails with one line where no broker answers. */
  public void createMissing(Namespace namespace) throws EngineException {
    try (Admin admin = broker.connectPatiently()) {
      new TopicCreator(admin, replicationFactor, inSyncReplicas, compression)
          .createMissing(namespace);
      warn();
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(
          "--min-insync-replicas must not be above --replication-factor, which is %s, was %s"
              .formatted(replicationFactor, inSyncReplicas));
    } catch (IllegalStateException e) {
      throw EngineException.of(e);
    }
  }

  /** Loss is silent: nobody would ask for these options after it. */
  private void warn() {
    if (replicationFactor == 1 || inSyncReplicas == 1) {
      LOG.warn(
          "topics that are made here have {} and need {} in sync: what a broker's disk loses,"
              + " acknowledged decisions and holds too, may be lost; on a cluster give"
              + " --replication-factor 3 --min-insync-replicas 2",
          replicationFactor == 1 ? "1 copy" : replicationFactor + " copies",
          inSyncReplicas);
    }
  }
}

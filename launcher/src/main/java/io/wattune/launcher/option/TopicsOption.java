package io.wattune.launcher.option;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.CommandFailedException;
import io.wattune.schemas.topics.Namespace;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the broker is, and how topics are made that it lacks: for parts that may come first. */
public final class TopicsOption {
  @Mixin private BrokerOption broker = new BrokerOption();

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      defaultValue = "1",
      description = "copies of each topic that is created; default: 1")
  @Bounds(lowest = "1", highest = "32767")
  @CommonKey("kafka.replication-factor")
  private int replicationFactor;

  /** How Kafka is reached. */
  public KafkaAccess access() throws CommandFailedException {
    return broker.access();
  }

  /** Copies of each topic that is created. */
  public int replicationFactor() {
    return replicationFactor;
  }

  /** Creates the topics that are missing; fails with one line where no broker answers. */
  public void createMissing(Namespace namespace) throws CommandFailedException {
    try (Admin admin = broker.connectPatiently()) {
      new TopicCreator(admin, replicationFactor).createMissing(namespace);
    } catch (IllegalStateException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    }
  }
}

package io.wattune.control;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.StreamsSettings;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.NodeKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How the controller runs.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param tuning what it tunes for, and how
 * @param membership its place in the group of controllers
 * @param replicationFactor copies of the controller's own topics; -1 for the broker's default
 * @param signing with what decisions are signed
 * @param nodeKeys with what nodes sign their answers
 * @param cluster id of the Kafka cluster, for which decisions and answers are signed; empty before
 *     it was asked
 */
public record ControllerOptions(
    KafkaAccess kafka,
    Namespace namespace,
    Tuning tuning,
    Membership membership,
    int replicationFactor,
    Signing signing,
    NodeKeys nodeKeys,
    String cluster) {
  private static final int LINGER_MILLIS = 5;

  public ControllerOptions {
    if (replicationFactor != -1) {
      Membership.inRange("replicationFactor", replicationFactor, 1, Short.MAX_VALUE);
    }
  }

  /** What suits one machine. */
  public static ControllerOptions of(KafkaAccess kafka, Namespace namespace, Tuning tuning) {
    return new ControllerOptions(
        kafka, namespace, tuning, Membership.DEFAULT, -1, Signing.NONE, NodeKeys.NONE, "");
  }

  /** The same with another division of the work. */
  public ControllerOptions withTasks(int tasks, int threads) {
    return with(membership.withTasks(tasks, threads));
  }

  /** The same with a place in the group of controllers. */
  public ControllerOptions with(Membership other) {
    return new ControllerOptions(
        kafka, namespace, tuning, other, replicationFactor, signing, nodeKeys, cluster);
  }

  /** The same with another number of copies of the controller's own topics. */
  public ControllerOptions withReplicationFactor(int copies) {
    return new ControllerOptions(
        kafka, namespace, tuning, membership, copies, signing, nodeKeys, cluster);
  }

  /** The same with keys to sign with. */
  public ControllerOptions signedWith(Signing keys) {
    return new ControllerOptions(
        kafka, namespace, tuning, membership, replicationFactor, keys, nodeKeys, cluster);
  }

  /** The same, believing only answers that are signed with these. */
  public ControllerOptions believing(NodeKeys ofNodes) {
    return new ControllerOptions(
        kafka, namespace, tuning, membership, replicationFactor, signing, ofNodes, cluster);
  }

  /** The same on the cluster with this id. */
  public ControllerOptions on(String ofCluster) {
    return new ControllerOptions(
        kafka, namespace, tuning, membership, replicationFactor, signing, nodeKeys, ofCluster);
  }

  /** A topic of its cluster. */
  ClusterTopic topic(Topic topic) {
    return new ClusterTopic(cluster, namespace.topic(topic));
  }

  /** Name of the application: of its group, and the beginning of its own topics' names. */
  public String applicationId() {
    return namespace.group("controller");
  }

  /** The same as Streams' settings. */
  StreamsSettings streams() {
    return new StreamsSettings(
        kafka,
        applicationId(),
        membership.threads(),
        replicationFactor,
        membership.sessionTimeout(),
        membership.instance(),
        Map.of(
            StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
            membership.commit().toMillis(),
            StreamsConfig.POLL_MS_CONFIG,
            membership.poll().toMillis(),
            StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
            0L,
            // Streams would wait 100 ms for company, which a decision must not. Without any wait
            // each input is a request of its own, and a broker that is busy with requests costs
            // more than the wait.
            StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
            LINGER_MILLIS));
  }
}

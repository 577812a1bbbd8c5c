package io.wattune.schemas.signature;

/**
 * A topic of one cluster, as a signature names it: the same names on another cluster, such as one
 * for tests, are another topic.
 *
 * @param cluster the id that Kafka gave the cluster when it was made
 * @param name the topic with its namespace
 */
public record ClusterTopic(String cluster, String name) {

  public ClusterTopic {
    if (cluster.isEmpty()) {
      throw new IllegalArgumentException("cluster must be the id of a cluster");
    }
  }
}

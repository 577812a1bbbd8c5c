package io.wattune.archive;

/**
 * A partition that is archived. The id of its topic distinguishes it from one of the same name that
 * was there before, or is in another cluster: each of them has offsets of its own.
 *
 * @param topic label of the topic
 * @param topicId Kafka's id of the topic
 * @param partition number of the partition
 */
public record SourcePartition(String topic, String topicId, int partition) {

  @Override
  public String toString() {
    return topic + "-" + partition + " (" + topicId + ")";
  }
}

package io.wattune.dashboard.health;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A topic.
 *
 * @param topic its label
 * @param recordsPerSecond records that came each second since the last look; null at the first
 * @param endOffset sum of the end offsets of its partitions
 * @param lagRecords by consumer group that has read it: records that it has not read yet
 * @param newestMs when the newest record that the dashboard has read was written; null where it
 *     reads none of it
 */
public record TopicHealth(
    String topic,
    @Nullable Double recordsPerSecond,
    long endOffset,
    Map<String, Long> lagRecords,
    @Nullable Long newestMs) {

  public TopicHealth {
    lagRecords = new TreeMap<>(lagRecords);
  }
}

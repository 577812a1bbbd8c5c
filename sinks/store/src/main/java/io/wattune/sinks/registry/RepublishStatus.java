package io.wattune.sinks.registry;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the copies do.
 *
 * @param copied records that were put out
 * @param leftOut records that could not be read, and were left out
 * @param lagByTopic records not read yet; a topic of which nothing was read yet is absent
 * @param behind for how long more than one read of records has been waiting; zero where it keeps up
 * @param waitsFor what does not answer, such as {@code the schema registry}; null where all do
 */
public record RepublishStatus(
    long copied,
    long leftOut,
    Map<String, Long> lagByTopic,
    Duration behind,
    @Nullable String waitsFor) {

  public RepublishStatus {
    lagByTopic = Map.copyOf(lagByTopic);
  }

  /** Records not read yet, of all topics. */
  public long lagRecords() {
    return lagByTopic.values().stream().mapToLong(Long::longValue).sum();
  }
}

package io.wattune.dashboard.feed;

import io.wattune.schemas.topics.Topic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the reading of the topics goes.
 *
 * @param recordsRead records taken from the topics
 * @param recordsUndecodable of those, records that could not be read
 * @param hasCaughtUp whether everything was read that was there at the start
 * @param missingTopics topics that the broker does not have
 * @param newestMillis by topic: when the newest record that was read was written, epoch ms
 * @param trouble why nothing is read at the moment; null while all is well
 */
public record FeedStatus(
    long recordsRead,
    long recordsUndecodable,
    boolean hasCaughtUp,
    int missingTopics,
    Map<Topic, Long> newestMillis,
    @Nullable String trouble) {

  public FeedStatus {
    newestMillis = Map.copyOf(newestMillis);
  }
}

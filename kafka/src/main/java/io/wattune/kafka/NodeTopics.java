package io.wattune.kafka;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The topics that nodes write to, by their full names, with their names as bytes. Those of a replay
 * are not among them: what is replayed comes from files.
 */
final class NodeTopics {
  /** What comes from nodes. */
  static final Set<Topic> TOPICS =
      Set.of(
          Topic.READINGS,
          Topic.COUNTERS,
          Topic.SERVING,
          Topic.ACTIVITY,
          Topic.DEVICES,
          Topic.ACTUATIONS);

  private static final Map<String, byte[]> BYTES = bytes();

  private NodeTopics() {}

  private static Map<String, byte[]> bytes() {
    Map<String, byte[]> bytes = new HashMap<>();
    for (Topic topic : TOPICS) {
      String name = Namespace.live().topic(topic);
      bytes.put(name, name.getBytes(StandardCharsets.UTF_8));
    }
    return Map.copyOf(bytes);
  }

  /** The name of such a topic; null for all others. */
  static byte @Nullable [] bytes(String topic) {
    return BYTES.get(topic);
  }
}

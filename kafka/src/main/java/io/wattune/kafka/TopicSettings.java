package io.wattune.kafka;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.TopicConfig;

/** What a topic must be set to, so that no record is lost that is still needed. */
final class TopicSettings {

  private TopicSettings() {}

  /** The settings of a topic that is created. */
  static Map<String, String> of(Namespace namespace, Topic topic, int inSyncReplicas) {
    Map<String, String> settings = new HashMap<>(needed(namespace, topic));
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(inSyncReplicas));
    return settings;
  }

  /** What a topic must be set to, also where an operator has made it. */
  private static Map<String, String> needed(Namespace namespace, Topic topic) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        topic.isCompacted()
            ? TopicConfig.CLEANUP_POLICY_COMPACT
            : TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(retentionMillis(namespace, topic)),
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "CreateTime");
  }

  /**
   * Refuses a topic that is there already with settings that lose records: a broker that makes
   * topics by itself gives them its own defaults.
   *
   * @throws IllegalStateException with what to do about it
   */
  static void check(Namespace namespace, Topic topic, Config present) {
    String name = namespace.topic(topic);
    needed(namespace, topic)
        .forEach(
            (key, wanted) -> {
              // How long a live topic is kept is the operator's choice; without limit is a need.
              boolean needed = !key.equals(TopicConfig.RETENTION_MS_CONFIG) || wanted.equals("-1");
              var entry = present.get(key);
              if (needed && entry != null && !wanted.equals(entry.value())) {
                throw new IllegalStateException(
                    String.format(
                        "topic %s is there with %s=%s but needs %s; set it with kafka-configs.sh"
                            + " --alter --topic %s --add-config %s=%s, or delete the topic",
                        name, key, entry.value(), wanted, name, key, wanted));
              }
            });
  }

  /** A replay has historic time stamps, which any limit would delete within minutes. */
  private static long retentionMillis(Namespace namespace, Topic topic) {
    return namespace.isReplay() ? -1 : topic.liveRetention().map(d -> d.toMillis()).orElse(-1L);
  }
}

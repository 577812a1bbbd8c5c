package io.wattune.kafka;

import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.TopicConfig;

/** What a topic must be set to, so that no record is lost that is still needed. */
final class TopicSettings {

  private static final String RELEASES_KEPT_MILLIS = Long.toString(Duration.ofDays(30).toMillis());

  private TopicSettings() {}

  /** The settings of a topic that is created. */
  static Map<String, String> of(
      Namespace namespace, Topic topic, int inSyncReplicas, Compression compression) {
    var settings = new HashMap<>(bounds(topic, compression));
    settings.putAll(kept(namespace, topic));
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(inSyncReplicas));
    return settings;
  }

  /**
   * What a topic of an earlier release is given, too: whose clock its records show ({@link
   * #isReadInStep}), and how large a batch of it may be once it is unpacked. A consumer unpacks
   * what a batch says, so that some kilobytes can become gigabytes in each process that reads the
   * topic. Where the topic names its compression the broker unpacks what comes otherwise and packs
   * it anew, and holds the result against the limit. A topic that is read again at each start is
   * stored as it is: nothing in it grows. For the others lz4, which packs 255 to 1 at most, where
   * the operator has not chosen another.
   */
  static Map<String, String> bounds(Topic topic, Compression compression) {
    boolean isReadAgain = topic.liveRetention().isEmpty() || topic == Topic.DECISIONS;
    Map<String, String> bounds = new HashMap<>();
    bounds.put(
        TopicConfig.COMPRESSION_TYPE_CONFIG,
        (isReadAgain ? Compression.NONE : compression).kafkasName());
    bounds.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString((isReadAgain ? 2 : 4) * RecordLimits.MOST_BYTES));
    if (topic == Topic.HOLDS) {
      // A node that was away for less hears of a release.
      bounds.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, RELEASES_KEPT_MILLIS);
    }
    if (isReadInStep(topic)) {
      bounds.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    }
    return bounds;
  }

  /**
   * The ledger reads these side by side, by the broker's clock: a node's own may be wrong, and one
   * that is hours behind would keep all others waiting.
   */
  private static boolean isReadInStep(Topic topic) {
    return topic == Topic.READINGS || topic == Topic.ACTIVITY;
  }

  private static Map<String, String> kept(Namespace namespace, Topic topic) {
    Map<String, String> kept = new HashMap<>();
    kept.put(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        topic.isCompacted()
            ? TopicConfig.CLEANUP_POLICY_COMPACT
            : TopicConfig.CLEANUP_POLICY_DELETE);
    kept.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retentionMillis(namespace, topic)));
    if (!isReadInStep(topic)) {
      kept.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
    }
    return kept;
  }

  /**
   * Refuses a topic that is there already with settings that lose records: a broker that makes
   * topics by itself gives them its own defaults.
   *
   * @throws IllegalStateException with what to do about it
   */
  static void check(Namespace namespace, Topic topic, Config present) {
    String name = namespace.topic(topic);
    kept(namespace, topic)
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

package io.wattune.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** How many records a consumer has not read yet, from what the client measures anyway. */
public final class ConsumerLag {
  private static final String GROUP = "consumer-fetch-manager-metrics";
  private static final String NAME = "records-lag";

  /** Reads changelogs, of which no record is work. */
  private static final String RESTORING = "restore-consumer";

  private ConsumerLag() {}

  /**
   * Records not read, by topic. A topic of which nothing was fetched yet is absent. For any thread.
   *
   * @param metrics of a consumer or of Kafka Streams; of a client that is closed, too
   */
  public static Map<String, Long> byTopic(Map<MetricName, ? extends Metric> metrics) {
    Map<String, Long> lags = new TreeMap<>();
    for (Map.Entry<MetricName, ? extends Metric> each : metrics.entrySet()) {
      MetricName name = each.getKey();
      String topic = name.tags().get("topic");
      if (topic != null
          && name.group().equals(GROUP)
          && name.name().equals(NAME)
          && !name.tags().getOrDefault("client-id", "").contains(RESTORING)
          && each.getValue().metricValue() instanceof Double lag
          && Double.isFinite(lag)) {
        lags.merge(topic, Math.round(lag), Long::sum);
      }
    }
    return withoutAliases(lags);
  }

  /** The client reports a topic with dots twice, once with underscores in their place. */
  private static Map<String, Long> withoutAliases(Map<String, Long> lags) {
    Map<String, Long> result = new HashMap<>(lags);
    for (String topic : lags.keySet()) {
      if (topic.contains(".")) {
        result.remove(topic.replace('.', '_'));
      }
    }
    return Map.copyOf(result);
  }
}

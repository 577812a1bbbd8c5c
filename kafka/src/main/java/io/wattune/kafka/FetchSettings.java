package io.wattune.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * How long a broker may hold back what a consumer asks for, until there is more of it. Each answer
 * costs the broker and the consumer about the same, whether it holds one record or a thousand:
 * where records come one by one, a consumer that takes each at once makes a request for each.
 *
 * <p>What a decision waits for is fetched at once, as Kafka does by itself: by the jobs for true
 * power and sensitivities, the controller, and a node's writer.
 */
public final class FetchSettings {
  /** So much is answered at once: where much comes, or lies there already, nothing waits. */
  private static final int ENOUGH_BYTES = 65_536;

  /** The same that Kafka waits where nothing comes; a consumer that is closed waits for it, too. */
  private static final int UNHURRIED_MILLIS = 500;

  /** For what is kept, or looked at by people: two requests a second, and half a second's wait. */
  public static final Map<String, String> UNHURRIED = atMost(UNHURRIED_MILLIS);

  private FetchSettings() {}

  /** The same with another wait: for what passes through several topics on its way. */
  public static Map<String, String> atMost(int millis) {
    return Map.of(
        ConsumerConfig.FETCH_MIN_BYTES_CONFIG, Integer.toString(ENOUGH_BYTES),
        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, Integer.toString(millis));
  }
}

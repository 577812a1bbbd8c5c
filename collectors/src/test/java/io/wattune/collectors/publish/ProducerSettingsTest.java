package io.wattune.collectors.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {
  /** A producer connects in the background, so that none needs to answer here. */
  @Test
  void aProducerTakesTheSettingsAsTheyAre() {
    var settings = ProducerSettings.of("127.0.0.1:1", "test");

    try (var producer = new KafkaProducer<String, byte[]>(settings)) {
      assertThat(producer.metrics()).isNotEmpty();
    }
  }

  /** A second request under way may be taken before a first one that must be sent again. */
  @Test
  void oneRequestIsUnderWay() {
    var settings = new ProducerConfig(new HashMap<>(ProducerSettings.of("127.0.0.1:1", "test")));

    assertThat(settings.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION)).isEqualTo(1);
    assertThat(settings.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)).isTrue();
  }

  @Test
  void keysAreTextAndValuesAreBytesAsThePublisherWritesThem() throws Exception {
    var settings = ProducerSettings.of("127.0.0.1:1", "test");

    assertThat(
            serialized(settings.get(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG), "n1/GPU-\u00e9"))
        .isEqualTo("n1/GPU-\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(
            serialized(
                settings.get(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG), new byte[] {1, 2}))
        .containsExactly(1, 2);
  }

  @SuppressWarnings("unchecked") // The setting is a class of a serializer, as Kafka wants it.
  private static byte[] serialized(Object setting, Object value) throws Exception {
    var type = (Class<? extends Serializer<Object>>) setting;
    return type.getDeclaredConstructor().newInstance().serialize("readings", value);
  }
}

package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {
  /** A producer connects in the background, so that none needs to answer here. */
  @Test
  void aProducerTakesTheSettingsAsTheyAre() {
    try (var producer = KafkaAccess.of("127.0.0.1:1").producer(ProducerSettings.of("test"))) {
      assertThat(producer.metrics()).isNotEmpty();
    }
  }

  /** A second request under way may be taken before a first one that must be sent again. */
  @Test
  void oneRequestIsUnderWay() {
    var settings = new ProducerConfig(settings());

    assertThat(settings.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION)).isEqualTo(1);
    assertThat(settings.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)).isTrue();
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings =
        KafkaAccess.of("127.0.0.1:1").settings(ProducerSettings.of("test"));
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return settings;
  }
}

package io.wattune.launcher.broker;

import io.wattune.embedded.broker.EmbeddedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on the embedded broker. */
@Tag("long")
class EmbeddedKafkaTest extends KafkaContract {
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Override
  String bootstrapServers() {
    return broker.bootstrapServers();
  }
}

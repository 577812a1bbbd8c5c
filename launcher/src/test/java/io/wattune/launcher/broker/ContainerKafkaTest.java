package io.wattune.launcher.broker;

import io.wattune.testkit.Images;
import org.junit.jupiter.api.Tag;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** The contract on the Kafka that docker-compose.yml runs. Skipped where there is no Docker. */
@Tag("long")
@Testcontainers(disabledWithoutDocker = true)
class ContainerKafkaTest extends KafkaContract {
  @Container
  private static final KafkaContainer KAFKA =
      new KafkaContainer(DockerImageName.parse(Images.of("kafka")))
          .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");

  @Override
  String bootstrapServers() {
    return KAFKA.getBootstrapServers();
  }
}

package io.wattune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Who asks for an image needs Docker, which is not everywhere. */
class ImagesTest {
  @Test
  void anImageIsThatOfTheService() {
    assertThat(Images.of("kafka")).matches("apache/kafka:[\\d.]+");
    assertThat(Images.of("influxdb")).matches("influxdb:2[\\d.]+");
  }

  @Test
  void aServiceThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Images.of("kafkaesque"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kafkaesque");
  }
}

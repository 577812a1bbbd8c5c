package io.wattune.streams.fleet.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.core.Quality;
import io.wattune.core.fleet.PowerSample;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class SampleSerdeTest {
  private static final PowerSample SAMPLE =
      new PowerSample(Long.MAX_VALUE, (1 << 20) + 3, 1, -5, 7, Quality.CORRECTED);

  private final Serde<PowerSample> serde = SampleSerde.serde();

  @Test
  void whatIsWrittenComesBack() {
    byte[] bytes = serde.serializer().serialize("t", SAMPLE);

    assertThat(bytes).hasSize(25);
    assertThat(serde.deserializer().deserialize("t", bytes)).isEqualTo(SAMPLE);
  }

  /** What lies in the view's own topic while it is updated, and in its stores. */
  @Test
  void aSampleOfAnEarlierReleaseSaysInItsRevisionHowOftenTheClockWasSetBack() {
    byte[] earlier =
        ByteBuffer.allocate(21)
            .putLong(Long.MAX_VALUE)
            .putInt((1 << 20) + 3)
            .putInt(-5)
            .putInt(7)
            .put(Quality.CORRECTED.code())
            .array();

    assertThat(serde.deserializer().deserialize("t", earlier)).isEqualTo(SAMPLE);
  }

  @Test
  void bytesOfAnotherLengthAreRefused() {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> serde.deserializer().deserialize("t", new byte[24]));
  }
}

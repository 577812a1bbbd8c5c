package io.wattune.streams.fleet.topology;

import io.wattune.core.Quality;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.power.ClockLife;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** A sample in 25 bytes: it is written once for each block, as often as nothing else here. */
final class SampleSerde {
  private static final int BYTES = Long.BYTES + 4 * Integer.BYTES + Byte.BYTES;

  /** Of releases that had set-backs in the revision. */
  private static final int EARLIER_BYTES = BYTES - Integer.BYTES;

  private SampleSerde() {}

  static Serde<PowerSample> serde() {
    return Serdes.serdeFrom((topic, sample) -> encode(sample), (topic, bytes) -> decode(bytes));
  }

  private static byte @Nullable [] encode(@Nullable PowerSample sample) {
    return sample == null
        ? null
        : ByteBuffer.allocate(BYTES)
            .putLong(sample.timeNanos())
            .putInt(sample.revision())
            .putInt(sample.clockSetBacks())
            .putInt(sample.milliwatts())
            .putInt(sample.errorMilliwatts())
            .put(sample.quality().code())
            .array();
  }

  private static @Nullable PowerSample decode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    if (bytes.length != BYTES && bytes.length != EARLIER_BYTES) {
      throw new SerializationException("a sample has " + BYTES + " bytes, had " + bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long timeNanos = in.getLong();
    int revision = in.getInt();
    int setBacks = bytes.length == BYTES ? in.getInt() : ClockLife.of(revision);
    return new PowerSample(
        timeNanos, revision, setBacks, in.getInt(), in.getInt(), Quality.ofCode(in.get()));
  }
}

package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.ring.RingChunk;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingChunkSerializerTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, RingChunk.CAPACITY})
  void bringsEveryFieldBack(int count) throws Exception {
    RingChunk chunk = random(count);

    RingChunk back =
        RingChunkSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes(chunk)));

    assertThat(back).usingRecursiveComparison().isEqualTo(chunk);
  }

  /** A field that is added to a chunk and forgotten here would be lost in every checkpoint. */
  @Test
  void knowsEveryFieldOfAChunkAndItsIntegral() {
    assertThat(names(RingChunk.class))
        .containsExactlyInAnyOrder(
            "baseNanos",
            "count",
            "offsetMicros",
            "values",
            "pollMicros",
            "sinceMicros",
            "spacings",
            "wattsBefore",
            "start");
    assertThat(names(io.wattune.core.ring.RunningIntegral.class))
        .containsExactlyInAnyOrder(
            "joules",
            "rawJoules",
            "spanNanos",
            "gapNanos",
            "gapVariance",
            "seenVariance",
            "restlessness",
            "stepWatts",
            "heldSquares",
            "repeatShare",
            "repeats",
            "brokenWatts");
  }

  @Test
  void refusesBytesOfAnotherFormat() throws Exception {
    byte[] bytes = bytes(random(3));
    bytes[0] = 9;

    assertThatThrownBy(
            () -> RingChunkSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format 9");
  }

  @Test
  void refusesACountThatNoChunkHas() throws Exception {
    byte[] bytes = bytes(random(3));
    bytes[1] = 127;

    assertThatThrownBy(
            () -> RingChunkSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds 0 to " + RingChunk.CAPACITY);
  }

  private static byte[] bytes(RingChunk chunk) throws IOException {
    var out = new DataOutputSerializer(64);
    RingChunkSerializer.INSTANCE.serialize(chunk, out);
    return out.getCopyOfBuffer();
  }

  private static Iterable<String> names(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .map(Field::getName)
        .toList();
  }

  private static RingChunk random(int count) {
    var random = new Random(count);
    var chunk = new RingChunk();
    chunk.count = count;
    chunk.baseNanos = random.nextLong();
    chunk.wattsBefore = random.nextDouble();
    chunk.start.joules = random.nextDouble();
    chunk.start.rawJoules = random.nextDouble();
    chunk.start.spanNanos = random.nextLong();
    chunk.start.gapNanos = random.nextLong();
    chunk.start.gapVariance = random.nextDouble();
    chunk.start.brokenWatts = random.nextDouble();
    chunk.start.seenVariance = random.nextDouble();
    chunk.start.restlessness = random.nextDouble();
    chunk.start.stepWatts = random.nextDouble();
    chunk.start.heldSquares = random.nextDouble();
    chunk.start.repeatShare = random.nextDouble();
    chunk.start.repeats = random.nextInt();
    for (int i = 0; i < count; i++) {
      chunk.offsetMicros[i] = random.nextInt();
      chunk.values[i] = random.nextInt();
      chunk.pollMicros[i] = random.nextInt();
      chunk.sinceMicros[i] = random.nextInt();
      chunk.spacings[i] = (byte) random.nextInt(3);
    }
    return chunk;
  }
}

package io.wattune.schemas.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PackedColumnsTest {

  @Test
  void lowestByteComesFirst() {
    assertThat(PackedColumns.packInts(new int[] {0x04030201, -2}).array())
        .containsExactly(1, 2, 3, 4, 0xFE, 0xFF, 0xFF, 0xFF);
    assertThat(PackedColumns.packLongs(new long[] {0x0807060504030201L}).array())
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void timesAreMicrosecondsFromTheBase() {
    assertThat(PackedColumns.packTimes(new long[] {5_000, 6_000, 4_000}, 5_000).array())
        .containsExactly(0, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF);
  }

  @Property(tries = 200)
  void columnsComeBackAsTheyWere(@ForAll int[] ints, @ForAll long[] longs) {
    assertThat(PackedColumns.unpackInts(PackedColumns.packInts(ints))).isEqualTo(ints);
    assertThat(PackedColumns.unpackLongs(PackedColumns.packLongs(longs))).isEqualTo(longs);
  }

  @Property(tries = 200)
  void timesComeBackAsTheyWere(@ForAll int[] steps, @ForAll int baseSeconds) {
    long base = baseSeconds * 1_000_000_000L;
    long[] times = new long[steps.length];
    for (int i = 0; i < steps.length; i++) {
      times[i] = base + steps[i] * 1000L;
    }

    assertThat(PackedColumns.unpackTimes(PackedColumns.packTimes(times, base), base))
        .isEqualTo(times);
  }

  @Test
  void readsFromTheMiddleOfABufferAndLeavesItAsItWas() {
    ByteBuffer middle = ByteBuffer.wrap(new byte[] {9, 9, 9, 1, 0, 0, 0, 9}, 3, 4).slice();

    assertThat(PackedColumns.unpackInts(middle)).containsExactly(1);
    assertThat(PackedColumns.unpackInts(middle)).containsExactly(1);
  }

  @Test
  void refusesWhatIsNotAColumn() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedColumns.unpackInts(ByteBuffer.allocate(6)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedColumns.unpackLongs(ByteBuffer.allocate(12)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedColumns.unpackTimes(ByteBuffer.allocate(4), Long.MAX_VALUE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedColumns.packTimes(new long[] {1_500}, 0))
        .withMessageContaining("whole number of microseconds");
  }
}

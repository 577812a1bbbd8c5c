package io.wattune.collectors.amd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergyFieldTest {
  /**
   * Sizes and offsets as a C compiler lays the declarations out, computed apart from the product.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 96, 24",
    "1, 2, 104, 24",
    "1, 3, 120, 24",
    "1, 4, 288, 24",
    "1, 5, 360, 88",
    "1, 6, 384, 88",
    "1, 6, 1664, 16",
    "1, 7, 2208, 24",
    "1, 8, 3872, 24"
  })
  void findsTheAccumulatorOfEachVersion(int format, int content, int size, int offset)
      throws Exception {
    byte[] table = FakeAmdgpu.table(format, content, size, offset, 65_536L * 1_234);

    assertThat(EnergyField.microjoules(table)).hasValue(1_234_000_000L);
    assertThat(EnergyField.isThere(table)).isTrue();
    assertThat(EnergyField.version(table)).isEqualTo(format + "." + content);
  }

  @Test
  void theFirstVersionHas32Bits() throws Exception {
    byte[] table = FakeAmdgpu.table(1, 0, 80, 36, 0xFFFF_FFFF_0001_0000L);
    assertThat(EnergyField.microjoules(table)).hasValue(1_000_000L);

    byte[] highest = FakeAmdgpu.table(1, 0, 80, 36, 0xFFFF_FFFEL);
    assertThat(EnergyField.microjoules(highest)).hasValue(65_535_999_969L);
  }

  @Test
  void aStepIs2ToTheMinus16JouleAndNot15Point3Microjoules() {
    assertThat(EnergyField.ofSteps(65_536_000_000L)).isEqualTo(1_000_000_000_000L);
    assertThat(EnergyField.ofSteps(1L << 32)).as("range of 32 bits").isEqualTo(65_536_000_000L);
    assertThat(EnergyField.ofSteps(14_610_425_995_231L))
        .as("a MI250X after months, which the vendor's tool calls 223539520.5 J")
        .isEqualTo(222_937_408_374_496L);
    assertThat(EnergyField.ofSteps(1)).isEqualTo(15);
  }

  @Test
  void allOnesAreNoValue() throws Exception {
    assertThat(EnergyField.microjoules(FakeAmdgpu.table(1, 3, 120, 24, -1))).isEmpty();
    assertThat(EnergyField.microjoules(FakeAmdgpu.table(1, 0, 80, 36, -1))).isEmpty();
  }

  @Test
  void readsTablesThatNameTheirFields() throws Exception {
    ByteBuffer table =
        ByteBuffer.allocate(8 + 8 + 2 + 8 + 4 * 2 + 8 + 8).order(ByteOrder.LITTLE_ENDIAN);
    table.putShort((short) table.capacity()).put((byte) 1).put((byte) 9).putInt(3);
    table.putLong(field(2, 2, 0, 1)).putShort((short) 61);
    table.putLong(field(1, 2, 33, 4)).putLong(0);
    table.putLong(field(0, 6, 7, 1)).putLong(65_536L * 5);

    assertThat(EnergyField.isThere(table.array())).isTrue();
    assertThat(EnergyField.microjoules(table.array())).hasValue(5_000_000L);
    assertThat(EnergyField.isStepStated(table.array())).isTrue();
  }

  @Test
  void fieldsBeyondTheEndAreAnError() {
    ByteBuffer table = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    table.putShort((short) 18).put((byte) 1).put((byte) 9).putInt(2).putLong(field(0, 6, 3, 900));

    assertThatThrownBy(() -> EnergyField.microjoules(table.array()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("beyond its end");
  }

  private static long field(long unit, long type, long id, long values) {
    return unit << 24 | type << 20 | id << 10 | values;
  }

  @Test
  void whatIsNotKnownIsAnErrorAndNoGuess() {
    assertThatThrownBy(() -> EnergyField.microjoules(FakeAmdgpu.table(1, 4, 292, 24, 1)))
        .hasMessageContaining("1.4 of 292 bytes has a layout that is not known");
    assertThatThrownBy(() -> EnergyField.microjoules(FakeAmdgpu.table(4, 0, 64, 24, 1)))
        .hasMessageContaining("not known");
    assertThatThrownBy(() -> EnergyField.microjoules(FakeAmdgpu.table(2, 3, 152, 24, 1)))
        .hasMessageContaining("2.3 has no energy accumulator");
    assertThatThrownBy(() -> EnergyField.microjoules(new byte[3])).hasMessageContaining("3 bytes");
    byte[] cut = java.util.Arrays.copyOf(FakeAmdgpu.table(1, 3, 120, 24, 1), 100);
    assertThatThrownBy(() -> EnergyField.microjoules(cut))
        .hasMessageContaining("says that it has 120 bytes and has 100");
  }
}

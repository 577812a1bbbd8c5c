package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalBytesTest {
  private static double number(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return DecimalBytes.number(bytes, 0, bytes.length);
  }

  private static long micros(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return DecimalBytes.microsAsNanos(bytes, 0, bytes.length);
  }

  @Property
  void roundsAsJavaDoes(@ForAll long unscaled, @ForAll @IntRange(min = 0, max = 20) int scale) {
    String text = BigDecimal.valueOf(unscaled, scale).toPlainString();

    assertThat(number(text)).isEqualTo(Double.parseDouble(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", ".", "1.2.3", "x", "1e", "NaN", "Infinity", "0x1p3", "1e999", "1d"})
  void takesWhatIsNoFiniteNumberForNone(String text) {
    assertThat(number(text)).isNaN();
  }

  @Property
  void readsMicrosecondsExactly(
      @ForAll @IntRange(min = 0) int high, @ForAll @IntRange(min = 0, max = 999_999) int low) {
    long micros = high * 1_000_000L + low;

    assertThat(micros(Long.toString(micros))).isEqualTo(1000 * micros);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5", "9223372036854776", "99999999999999999999", "1 2"})
  void refusesWhatIsNoTimeInMicroseconds(String text) {
    assertThat(micros(text)).isEqualTo(DecimalBytes.BAD_MICROS);
  }
}

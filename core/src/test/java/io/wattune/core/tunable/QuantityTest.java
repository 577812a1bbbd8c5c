package io.wattune.core.tunable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "250W, 250000, MILLIWATTS",
    "250 W, 250000, MILLIWATTS",
    "250000mW, 250000, MILLIWATTS",
    "0.25kW, 250000, MILLIWATTS",
    "12.5W, 12500, MILLIWATTS",
    "1200MHz, 1200, MEGAHERTZ",
    "0.9GHz, 900, MEGAHERTZ",
    "900000kHz, 900, MEGAHERTZ",
    "50%, 500000, PARTS_PER_MILLION",
    "7ppm, 7, PARTS_PER_MILLION"
  })
  void aNumberWithItsUnitIsRead(String text, long value, TunableUnit unit) {
    Quantity read = Quantity.parse(text);

    assertThat(read).isEqualTo(new Quantity(value, unit));
    assertThat(read.in(unit)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "W", "250MW", "250w", "1e3W", "0.0001W", "900kHz.5", "3.5", "1 2W"})
  void whatIsNoValueIsRefused(String text) {
    assertThatThrownBy(() -> Quantity.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "9223372036854775807W"})
  void whatDoesNotFitIsRefused(String text) {
    assertThatThrownBy(() -> Quantity.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"MEGAHERTZ", "COUNT", "PARTS_PER_MILLION"})
  void aNumberAloneIsClearWhereTheUnitIsTheOneThatPeopleSee(TunableUnit unit) {
    assertThat(Quantity.parse("300").in(unit)).isEqualTo(300);
  }

  /** It was read as milliwatts, which nobody means who writes 250. */
  @ParameterizedTest
  @ValueSource(strings = {"250", "250000"})
  void aNumberAloneIsNoPower(String text) {
    assertThatThrownBy(() -> Quantity.parse(text).in(TunableUnit.MILLIWATTS))
        .hasMessageContaining(text + "W")
        .hasMessageContaining(text + "mW");
  }

  @ParameterizedTest
  @CsvSource({"250W, MEGAHERTZ", "1200MHz, MILLIWATTS", "4MHz, COUNT"})
  void anotherUnitIsRefused(String text, TunableUnit unit) {
    assertThatThrownBy(() -> Quantity.parse(text).in(unit))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void whatIsShownIsReadAgain(
      @ForAll TunableUnit unit, @ForAll @LongRange(min = -1L << 50, max = 1L << 50) long value) {
    assertThat(Quantity.parse(Quantity.text(value, unit)).in(unit)).isEqualTo(value);
  }
}

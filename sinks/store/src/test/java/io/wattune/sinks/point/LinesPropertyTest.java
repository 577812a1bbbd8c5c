package io.wattune.sinks.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.store.catalogue.PointCatalogue;
import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What goes into a line comes out of it again. */
class LinesPropertyTest {

  @Provide
  Arbitrary<String> tagTexts() {
    return Arbitraries.strings()
        .withChars(" ,=\"'$/:.#abc\u00e9\u4e2d")
        .ofMinLength(1)
        .ofMaxLength(12);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars(" ,=\"\\'$/abc\u00e9\u4e2d").ofMaxLength(12);
  }

  @Property(seed = "1")
  void everyTagAndTextIsReadBack(
      @ForAll("tagTexts") String tag, @ForAll("texts") String text, @ForAll long timeNanos) {
    PointLines lines = new PointLines();
    lines
        .begin(PointCatalogue.ENERGY)
        .tag(PointCatalogue.DEVICE, tag)
        .text(PointCatalogue.ENTRY_ID, text)
        .at(timeNanos);

    ParsedLine line = ParsedLine.of(lines.text(0, 1).stripTrailing());

    assertThat(line.tags()).containsEntry("device", tag);
    assertThat(line.text("entry_id")).isEqualTo(text);
    assertThat(line.timeNanos()).isEqualTo(timeNanos);
  }

  @Property(seed = "2")
  void decimalsAreExact(@ForAll long value) {
    PointLines lines = new PointLines();
    lines
        .begin(PointCatalogue.ENERGY)
        .nano(PointCatalogue.DURATION_SECONDS, value)
        .micro(PointCatalogue.ENERGY_JOULES, value)
        .milli(PointCatalogue.ERROR_JOULES, value)
        .at(0);

    ParsedLine line = ParsedLine.of(lines.text(0, 1).stripTrailing());

    assertThat(new BigDecimal(line.fields().get("duration_seconds")))
        .isEqualTo(BigDecimal.valueOf(value, 9));
    assertThat(new BigDecimal(line.fields().get("energy_joules")))
        .isEqualTo(BigDecimal.valueOf(value, 6));
    assertThat(new BigDecimal(line.fields().get("error_joules")))
        .isEqualTo(BigDecimal.valueOf(value, 3));
  }

  @Property(seed = "3")
  void aPointsTimeStaysInItsMicrosecond(@ForAll long timeNanos, @ForAll("texts") String identity) {
    long time = Math.floorDiv(timeNanos, 4); // Far from the ends of the range.

    long point = PointTime.of(time, identity);

    assertThat(Math.floorDiv(point, 1000)).isEqualTo(Math.floorDiv(time, 1000));
    assertThat(Math.floorMod(PointTime.of(0, identity), 1000))
        .isEqualTo(Math.floorMod(point, 1000));
  }
}

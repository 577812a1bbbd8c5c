package io.wattune.sinks.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.wattune.store.catalogue.PointCatalogue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PointLinesTest {
  private final PointLines lines = new PointLines();

  private void line(long timeNanos) {
    lines.begin(PointCatalogue.POWER).integer(PointCatalogue.REVISION, 1).at(timeNanos);
  }

  @Test
  void linesCanBeTakenByTheirNumbers() {
    IntStream.range(0, 200).forEach(this::line);

    assertThat(lines.count()).isEqualTo(200);
    assertThat(lines.text(0, 2)).isEqualTo("power revision=1i 0\npower revision=1i 1\n");
    assertThat(lines.text(199, 200)).isEqualTo("power revision=1i 199\n");
    assertThat(lines.text(7, 7)).isEmpty();
  }

  @Test
  void aLineThatIsNotEndedAndLinesThatAreCutAreForgotten() {
    line(1);
    lines.begin(PointCatalogue.POWER).integer(PointCatalogue.REVISION, 9);
    line(2);
    line(3);
    lines.cutTo(2);
    line(4);

    assertThat(lines.text(0, lines.count()))
        .isEqualTo("power revision=1i 1\npower revision=1i 2\npower revision=1i 4\n");
  }

  @Test
  void controlCharactersBecomeBlanksInTextsAndAreRefusedInTags() {
    lines.begin(PointCatalogue.ENERGY).text(PointCatalogue.ENTRY_ID, "a\nb\tc").at(1);

    assertThat(lines.text(0, 1)).isEqualTo("energy entry_id=\"a b c\" 1\n");
    for (String tag : new String[] {"a\nb", "a\\", "\u007f"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> lines.begin(PointCatalogue.ENERGY).tag(PointCatalogue.DEVICE, tag));
    }
  }

  @Test
  void aColumnOfAnotherTypeIsAnError() {
    assertThatIllegalStateException()
        .isThrownBy(
            () -> lines.begin(PointCatalogue.ENERGY).integer(PointCatalogue.ENERGY_JOULES, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                lines
                    .begin(PointCatalogue.ENERGY)
                    .decimal(PointCatalogue.COVERAGE_FRACTION, Double.NaN));
  }

  @Test
  void identitiesSpreadOverTheNanoseconds() {
    long different =
        IntStream.range(0, 1000)
            .mapToLong(i -> PointTime.of(0, "kernel/d/s/" + i))
            .distinct()
            .count();

    // 1000 balls in 1000 boxes leave 632 boxes with one or more; the standard deviation is 10.
    assertThat(different).isBetween(580L, 690L);
  }
}

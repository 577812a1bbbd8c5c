package io.wattune.evaluation.characterise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.PowerConstants;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each figure's tolerance, and why it is so wide, stands with the figure. */
final class CardFiguresTest {

  @TestFactory
  Stream<DynamicTest> theCardIsWhereReadingThePaperAllows() throws IOException {
    List<CardFigure> figures = CardFigures.of(Testbed.hd7970());
    assertThat(figures).hasSizeGreaterThan(25);
    return figures.stream()
        .map(
            figure ->
                DynamicTest.dynamicTest(
                    figure.place() + " " + figure.key(),
                    () ->
                        assertThat(figure.model())
                            .as(figure.quantity())
                            .isBetween(figure.low(), figure.high())));
  }

  @Test
  void keysAreUnique() throws IOException {
    assertThat(CardFigures.of(Testbed.hd7970()))
        .extracting(CardFigure::key)
        .doesNotHaveDuplicates();
  }

  @Test
  void theFiguresAreOfACardWithItsKnobs() throws IOException {
    Testbed other = Testbed.of("k20c", DataFiles.BUNDLED_APPLICATIONS);

    assertThatThrownBy(() -> CardFigures.of(other))
        .hasMessageContaining("'k20c' does not have")
        .hasMessageContaining("cuCount=4");
  }

  @Test
  void aCardThatIsOtherwiseDoesNotMeetThem() throws IOException {
    Testbed card = Testbed.hd7970();

    assertThat(missed(card, 2, 1)).contains("highest-power");
    assertThat(missed(card, 1, 0.1)).contains("maxflops-power");
    assertThat(missed(card, 0, 1)).contains("maxflops-power");
  }

  /**
   * Keys that are not met where core power and the memory's clock power are so many times theirs.
   */
  private static List<String> missed(Testbed card, double core, double memoryClock) {
    PowerConstants p = card.gpu().power();
    var power =
        new PowerConstants(
            p.boardWatts(),
            core * p.leakageWatts(),
            core * p.leakageWattsPerUnit(),
            core * p.clockTreeWattsPerGigaHertz(),
            core * p.unitWattsPerGigaHertz(),
            p.unitIdleShare(),
            core * p.valuNanojoules(),
            p.laneIndependentShare(),
            p.l2WattsPerGigabytePerSecond(),
            p.memoryWatts(),
            memoryClock * p.memoryClockWatts(),
            p.trafficWattsPerGigabytePerSecond(),
            p.trafficSlowClockShare(),
            p.nominalVolts(),
            p.voltages());
    GpuModel other = card.gpu().with(card.gpu().time(), power);
    return CardFigures.of(new Testbed(other, card.applications())).stream()
        .filter(figure -> !figure.isMet())
        .map(CardFigure::key)
        .toList();
  }
}

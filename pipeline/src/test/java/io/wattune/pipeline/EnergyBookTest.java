package io.wattune.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnergyBookTest {
  private static final long SECOND = 1_000_000_000L;

  private final EnergyBook book = new EnergyBook();

  @Test
  void leavesOutTheFirstAndTheLastWindow() {
    for (int second = 10; second < 15; second++) {
      book.add(window(second, 0, false, 100 + second));
    }

    EnergyBook.Sum sum = book.sum();

    assertThat(sum.startNanos()).isEqualTo(11 * SECOND);
    assertThat(sum.endNanos()).isEqualTo(14 * SECOND);
    assertThat(sum.energyMicrojoules()).isEqualTo(111 + 112 + 113);
    assertThat(sum.windows()).isEqualTo(3);
    assertThat(sum.missing()).isZero();
  }

  @Test
  void countsTheNewestRevisionOnceInWhateverOrderRevisionsCome() {
    book.add(window(10, 0, false, 1));
    book.add(window(11, 1, false, 500));
    book.add(window(11, 0, false, 400));
    book.add(window(12, 0, false, 1));
    book.add(window(11, 2, true, 600));

    assertThat(book.sum().energyMicrojoules()).isEqualTo(600);
  }

  @Test
  void addsFinalWindowsToThoseThatAreStillProvisional() {
    book.add(window(10, 0, true, 1));
    book.add(window(11, 0, true, 10));
    book.add(window(12, 0, true, 20));
    book.add(window(13, 0, false, 30));
    book.add(window(14, 0, false, 40));

    assertThat(book.sum().energyMicrojoules()).isEqualTo(60);
    assertThat(book.sum().windows()).isEqualTo(3);
    assertThat(book.sum().byQuality()).containsOnlyKeys(Quality.MEASURED);
  }

  @Test
  void saysHowManyWindowsAreMissing() {
    book.add(window(10, 0, false, 1));
    book.add(window(12, 0, false, 5));
    book.add(window(16, 0, false, 1));

    assertThat(book.sum().missing()).isEqualTo(4);
  }

  @Test
  void passesOverOtherBooks() {
    book.add(entry(Book.WINDOW10S, 10, 0, false, 5, Quality.MEASURED));

    assertThat(book.sum().windows()).isZero();
  }

  @Test
  void sumsUpTheWindowsOfEachQualityAndKnowsTheirSpans() {
    book.add(window(10, 0, true, 1));
    book.add(window(11, 0, true, 10));
    book.add(window(12, 0, true, 20, Quality.GAP));
    book.add(window(13, 0, false, 7, Quality.GAP));
    book.add(window(13, 1, true, 30));
    book.add(window(14, 0, true, 40));
    book.add(window(15, 0, false, 50, Quality.GAP));
    book.add(window(16, 0, false, 1));
    var spans = new ArrayList<List<Long>>();

    ComparedEnergy compared =
        ComparedEnergy.of(
            "d",
            book.sum(),
            (from, to) -> {
              spans.add(List.of(from / SECOND, to / SECOND));
              return (to - from) / 1000;
            });

    assertThat(compared.qualityShares())
        .isEqualTo(Map.of(Quality.MEASURED, 80.0 / 150, Quality.GAP, 70.0 / 150));
    assertThat(spans)
        .containsExactlyInAnyOrder(
            List.of(11L, 16L),
            List.of(11L, 12L),
            List.of(13L, 15L),
            List.of(12L, 13L),
            List.of(15L, 16L));
    assertThat(compared.total().trueJoules()).isCloseTo(5, within(1e-9));
    assertThat(compared.byQuality().get(Quality.GAP))
        .isEqualTo(new ComparedEnergy.Compared(70e-6, 2e-6, 2));
    assertThat(compared.byQuality().get(Quality.MEASURED).trueJoules()).isCloseTo(3, within(1e-9));
  }

  private static LedgerEntry window(int second, int revision, boolean isFinal, long energy) {
    return window(second, revision, isFinal, energy, Quality.MEASURED);
  }

  private static LedgerEntry window(
      int second, int revision, boolean isFinal, long energy, Quality quality) {
    return entry(Book.WINDOW1S, second, revision, isFinal, energy, quality);
  }

  private static LedgerEntry entry(
      Book which, int second, int revision, boolean isFinal, long energy, Quality quality) {
    return new EntryDraft(
            which.label() + "/n/d/" + second,
            which,
            "n/d",
            "power",
            second * SECOND,
            second * SECOND + which.windowNanos())
        .revision(revision, 0, isFinal)
        .energy(energy, energy)
        .error(1, 1)
        .seen(1, quality, "p")
        .entry();
  }
}

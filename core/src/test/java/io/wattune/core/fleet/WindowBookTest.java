package io.wattune.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowBookTest {
  private static final long WINDOW = 10_000_000_000L;

  private final WindowBook book = new WindowBook();

  @Test
  void aRevisionReplacesWhatTheWindowContributed() {
    book.take(window(0, 0, 500));
    book.take(window(1, 0, 700));

    assertThat(book.take(window(0, 2, 450))).isEqualTo(WindowFate.COUNTED);

    assertThat(book.microjoules()).hasValue(1_150);
  }

  @Test
  void anOlderRevisionSaysNothing() {
    book.take(window(0, 2, 450));

    assertThat(book.take(window(0, 0, 500))).isEqualTo(WindowFate.REPEATED);

    assertThat(book.microjoules()).hasValue(450);
  }

  @Test
  void aFinalWindowIsForgottenButItsEnergyStays() {
    book.take(window(0, 0, 500));
    book.take(window(0, 1, 510));

    assertThat(book.snapshot().pending()).isEmpty();
    assertThat(book.microjoules()).hasValue(510);
    assertThat(book.take(window(0, 1, 510))).isEqualTo(WindowFate.REPEATED);
  }

  @Test
  void aFinalWindowSettlesThoseBeforeIt() {
    book.take(window(0, 0, 500));
    book.take(window(1, 0, 600));
    book.take(window(1, 1, 610));

    assertThat(book.snapshot().pending()).isEmpty();
    assertThat(book.microjoules()).hasValue(1_110);
  }

  @Test
  void whereTheClockWasSetBackBothUsesOfTheTimeAreCounted() {
    int life = 100; // Of the revisions no more is asked than that they grow.
    book.take(window(2880, 0, 500));
    book.take(window(2881, 0, 500));
    book.take(window(2880, 1, 510));

    assertThat(book.take(window(3, life, 1, 300))).isEqualTo(WindowFate.COUNTED);
    var goesOn = new WindowBook(book.snapshot());
    assertThat(goesOn.take(window(2881, 1, 490))).isEqualTo(WindowFate.REPEATED);
    assertThat(goesOn.take(window(3, life, 1, 300))).isEqualTo(WindowFate.REPEATED);
    assertThat(goesOn.take(window(3, life + 1, 1, 310))).isEqualTo(WindowFate.COUNTED);
    assertThat(goesOn.take(window(2880, life, 1, 200))).isEqualTo(WindowFate.COUNTED);

    assertThat(goesOn.microjoules()).hasValue(510 + 500 + 310 + 200);
  }

  @Test
  void theFinalWindowsOfTheTimeBeforeTheViewBeganAreNotCounted() {
    assertThat(book.take(window(3, 1, 300))).isEqualTo(WindowFate.BEFORE);
    book.take(window(60, 0, 500));

    assertThat(book.take(window(4, 1, 300))).isEqualTo(WindowFate.BEFORE);
    assertThat(book.microjoules()).hasValue(500);
  }

  @Test
  void aWindowThatWasFinalAtOnceIsCountedOnceTheViewHasBegun() {
    book.take(window(0, 0, 500));

    assertThat(book.take(window(1, 1, 120))).isEqualTo(WindowFate.COUNTED);
    assertThat(book.microjoules()).hasValue(620);
  }

  @Test
  void withoutAnyWindowThereIsNoSum() {
    assertThat(book.microjoules()).isEmpty();
  }

  @Test
  void whatIsKeptIsBounded() {
    int windows = WindowBook.MOST_PENDING + 50;
    for (int i = 0; i < windows; i++) {
      book.take(window(i, 0, 1));
    }

    assertThat(book.snapshot().pending()).hasSize(WindowBook.MOST_PENDING);
    assertThat(book.microjoules()).hasValue(windows);
    assertThat(book.take(window(0, 1, 9))).isEqualTo(WindowFate.REPEATED);
  }

  /** Odd revisions are final, as the ledger numbers them. */
  private static WindowEnergy window(int index, int revision, long microjoules) {
    return window(index, revision, 0, microjoules);
  }

  private static WindowEnergy window(int index, int revision, int setBacks, long microjoules) {
    return new WindowEnergy(
        index * WINDOW, (index + 1) * WINDOW, revision, setBacks, revision % 2 == 1, microjoules);
  }
}

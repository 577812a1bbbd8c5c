package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.StateCopy;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Whatever is sent, books add up, errors are numbers, and a restart changes nothing. */
@Tag("long")
class WildRecordsPropertyTest {

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void whateverIsSentBooksAddUp(@ForAll long seed) {
    LedgerRun run = new LedgerRun(WildRecords.settings(seed));

    WildRecords.of(seed).forEach(record -> record.accept(run));
    run.end();

    for (LedgerEntry entry : run.all) {
      assertThat(entry.standardErrorMicrojoules()).as("%s", entry).isNotNegative();
      assertThat(entry.scaleErrorMicrojoules()).as("%s", entry).isNotNegative();
      assertThat(entry.coverage()).as("%s", entry).isBetween(0.0, 1.0);
      assertThat(entry.endNanos()).as("%s", entry).isGreaterThan(entry.startNanos());
    }
    long windows = run.bookMicrojoules(Book.WINDOW60S);
    assertThat(run.bookMicrojoules(Book.WINDOW10S)).isEqualTo(windows);
    assertThat(run.bookMicrojoules(Book.WINDOW1S)).isEqualTo(windows);
    for (int level = 0; level < Book.LEVELS; level++) {
      Book book = Book.ofLevel(level);
      // Windows that were used twice hold the second use alone; activities of both are kept.
      boolean isOnce = run.state.setBacks() == 0;
      if (isOnce && run.book(book).stream().anyMatch(LedgerEntry::isRemainder)) {
        assertThat(run.bookMicrojoules(book)).as("%s", book).isEqualTo(windows);
      }
    }
    assertThat(run.newest.values()).allMatch(LedgerEntry::isFinal);
    assertThat(run.state.activities).isEmpty();
  }

  /** A clock that was set back three times: what the first books said once stayed in part. */
  @Example
  void booksOfAClockThatGoesBackAgainAndAgainAddUp() {
    whateverIsSentBooksAddUp(-1165);
  }

  /** Between two of its steps back nothing was read. */
  @Example
  void booksOfAClockThatGoesBackTwiceWithNothingBetweenAddUp() {
    whateverIsSentBooksAddUp(-30208);
  }

  /**
   * The first reading before the clock was set back told of a time in the minute before its own.
   */
  @Example
  void booksOfAClockThatGoesBackGoTheSameWayInAllOfAMinute() {
    whateverIsSentBooksAddUp(-5146442163954522369L);
  }

  /**
   * The clock went on without readings, so that some windows of a minute were final and some not.
   */
  @Example
  void booksThatEndBehindTheirLastReadingAddUp() {
    whateverIsSentBooksAddUp(8235631260125859164L);
    whateverIsSentBooksAddUp(-8315965575760789208L);
  }

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void aRestartAtAnyPointGivesTheSameRecords(@ForAll long seed) {
    LedgerRun whole = new LedgerRun(WildRecords.settings(seed));
    LedgerRun run = new LedgerRun(WildRecords.settings(seed));
    Random random = Seeds.random(seed + 1);

    for (Consumer<LedgerRun> record : WildRecords.of(seed)) {
      record.accept(whole);
      record.accept(run);
      if (random.nextInt(4) == 0) {
        restart(run);
      }
    }
    whole.end();
    run.end();

    assertThat(run.all).isEqualTo(whole.all);
    assertThat(run.newestPower()).isEqualTo(whole.newestPower());
    assertThat(run.profiles).isEqualTo(whole.profiles);
    assertThat(run.refused).isEqualTo(whole.refused);
  }

  /** A bound that no reading can exceed: what the highest and lowest reading allow for. */
  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void windowsOfASensorThatIsTakenAsItIsStayWithinItsReadings(@ForAll long seed) {
    var settings =
        new LedgerSettings(WildRecords.settings(seed).horizonNanos(), ProfileChoice.NONE);
    LedgerRun run = new LedgerRun(settings);

    WildRecords.of(seed).forEach(record -> record.accept(run));
    run.end();

    for (Book book : List.of(Book.WINDOW1S, Book.WINDOW60S)) {
      for (LedgerEntry entry : run.book(book)) {
        if (entry.quality() != Quality.INVALID) {
          double seconds = (entry.endNanos() - entry.startNanos()) * 1e-9;
          double low = Math.min(0, run.state.lowestWatts) * seconds;
          double high = Math.max(0, run.state.highestWatts) * seconds;
          // A counter may say otherwise; what the readings say is kept beside it then.
          Long integral = entry.integralMicrojoules();
          long byReadings = integral == null ? entry.energyMicrojoules() : integral;
          // Rounding to whole microjoules at both ends.
          assertThat(byReadings * 1e-6).as("%s", entry).isBetween(low - 1e-6, high + 1e-6);
        }
      }
    }
  }

  private static void restart(LedgerRun run) {
    var chunks = new InMemoryChunkStore();
    for (long number = run.state.ring.oldestNumber; number < run.state.ring.openNumber; number++) {
      chunks.put(number, StateCopy.of(run.store.get(number)));
    }
    run.resume(StateCopy.of(run.state), chunks);
  }
}

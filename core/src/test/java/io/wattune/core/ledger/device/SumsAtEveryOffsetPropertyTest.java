package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What a reader sees who keeps the newest revision of each entry and stops anywhere. A transaction
 * of the ledger's job ends between two records that came in, never within what one of them put out:
 * so it is looked at after each of them, a block of some polls or one activity.
 *
 * <p>Of each book, its entries up to the end of its newest remainder sum to the device's energy of
 * these minutes. It can be told wherever no activity has ended since that end, for what such a one
 * took lies on both sides of it.
 */
class SumsAtEveryOffsetPropertyTest {
  private record Arrival(int poll, Activity activity) {}

  private int told;

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void booksSumToTheDevicesEnergyWhereverAReaderStops(@ForAll long seed) {
    lookEverywhere(seed);
  }

  /** Started in a minute that was out already, and was in no book until the next one was. */
  @Example
  void oneThatRunsAndCameLateIsPutOutWithTheRemainderThatLacksIt() {
    lookEverywhere(1);
    assertThat(told).isPositive();
  }

  /** Windows were put out again by what was learned, and the rest a quarter of a second later. */
  @Example
  void allBooksAreCorrectedTogetherWhenAProfileIsLearned() {
    lookEverywhere(14);
    assertThat(told).isPositive();
  }

  /** A remainder was put out without what an activity took that waited to be put out. */
  @Example
  void oneThatCameJustBeforeAnotherBecameFinalIsPutOutWithIt() {
    lookEverywhere(7);
    assertThat(told).isPositive();
  }

  /** Windows were put out before a gap was bridged, and again only when they became final. */
  @Example
  void whatAGapTookIsInAllBooksOnceItIsBridged() {
    lookEverywhere(-5615372050837081267L);
    assertThat(told).isPositive();
  }

  /** Minutes became final in which an activity ran that was put out up to their start alone. */
  @Example
  void whatRunsThroughALongSilenceIsPutOutWithTheMinutesOfIt() {
    LedgerRun run = LedgerRun.learning(20);
    run.activity(LedgerRun.activity("runs", Book.JOB, 110, Double.POSITIVE_INFINITY));
    run.activity(LedgerRun.activity("other", Book.JOB, 112, 113));
    var polls = new Polls.Builder();
    for (double at = 100; at < 400; at += at > 165 && at < 166 ? 100 : 0.1) {
      polls.add(Sensor.nanos(at), 100_000 + (int) (1000 * (at % 1)));
    }
    Polls all = polls.build();
    for (int n = 0; n < all.size(); n += 3) {
      run.take(all.range(n, Math.min(all.size(), n + 3)));
      look(run);
    }
    assertThat(told).isPositive();
  }

  private void lookEverywhere(long seed) {
    Random random = Seeds.random(seed);
    RandomTrace trace = RandomTrace.of(seed);
    Polls polls = trace.polls();
    LedgerRun run = LedgerRun.learning(20 + random.nextInt(60));
    List<Arrival> arrivals = arrivals(trace, random);
    int next = 0;
    int n = 0;
    while (n < polls.size()) {
      while (next < arrivals.size() && arrivals.get(next).poll() <= n) {
        run.activity(arrivals.get(next++).activity());
        look(run);
      }
      int to = Math.min(polls.size(), n + 1 + random.nextInt(60));
      to = n < trace.namedAt() && trace.namedAt() < to ? trace.namedAt() : to;
      run.takeBlock(trace, n, to);
      n = to;
      look(run);
    }
    run.end();
    look(run);
  }

  /** Each comes at any time: before its readings, late, too late, or as a start and an end. */
  private static List<Arrival> arrivals(RandomTrace trace, Random random) {
    int polls = trace.polls().size();
    List<Arrival> arrivals = new ArrayList<>();
    for (Activity activity : trace.activities()) {
      int at = random.nextInt(3) == 0 ? 0 : random.nextInt(polls);
      if (random.nextBoolean()) {
        arrivals.add(new Arrival(at, activity.atItsStart()));
        int later = random.nextInt(4) == 0 ? random.nextInt(polls) : random.nextInt(2000);
        arrivals.add(new Arrival(Math.min(polls - 1, at + later), activity));
      } else {
        arrivals.add(new Arrival(at, activity));
      }
    }
    arrivals.sort(Comparator.comparingInt(Arrival::poll));
    return arrivals;
  }

  private void look(LedgerRun run) {
    for (int level = 0; level < Book.LEVELS; level++) {
      List<LedgerEntry> book = run.book(Book.ofLevel(level));
      long end =
          book.stream()
              .filter(LedgerEntry::isRemainder)
              .mapToLong(LedgerEntry::endNanos)
              .max()
              .orElse(Long.MIN_VALUE);
      if (end == Long.MIN_VALUE || book.stream().anyMatch(entry -> entry.endNanos() > end)) {
        continue;
      }
      told++;
      long device =
          run.book(Book.WINDOW60S).stream()
              .filter(window -> window.endNanos() <= end)
              .mapToLong(LedgerEntry::energyMicrojoules)
              .sum();
      assertThat(run.bookMicrojoules(Book.ofLevel(level)))
          .as("level %s with the clock at %s", level, run.state.sample.clockNanos)
          .isEqualTo(device);
    }
  }
}

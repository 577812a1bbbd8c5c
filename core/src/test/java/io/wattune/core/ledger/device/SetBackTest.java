package io.wattune.core.ledger.device;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.DeviceLedger.BlockFate;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.StateCopy;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Clocks that were ahead for hours and are put right. Polls of about 50 W every 10 ms. */
class SetBackTest {
  private static final double AHEAD = 8 * 3600;

  @Test
  void joulesCountAgainTenSecondsAfterTheClockWasPutRight() {
    LedgerRun run = run().take(polls(AHEAD, AHEAD + 30));

    run.take(polls(100, 160)).end();

    assertThat(run.state.setBacks()).isEqualTo(1);
    for (int second = 111; second < 159; second++) {
      LedgerEntry entry = second(run, second);
      assertThat(entry.energyMicrojoules() * 1e-6).isCloseTo(50, within(0.5));
      assertThat(entry.coverage()).isEqualTo(1);
    }
    // What was stamped ahead was used all the same.
    assertThat(second(run, (int) AHEAD + 3).energyMicrojoules() * 1e-6).isCloseTo(50, within(0.5));
    assertThat(run.newest.values()).allMatch(LedgerEntry::isFinal);
    assertThat(run.state.outOfOrder).isBetween(990L, 1000L);
    var summary = Objects.requireNonNull(run.summary());
    assertThat(summary.samples() + summary.repeats() + summary.missing() + summary.outOfOrder())
        .isEqualTo(summary.readings());
  }

  @Test
  void theBlockThatShowsItSaysSo() {
    LedgerRun run = run().take(polls(AHEAD, AHEAD + 30));

    List<BlockFate> fates =
        List.of(
            run.block(polls(100, 105).block(1000, false)),
            run.block(polls(105, 109).block(1001, false)),
            run.block(polls(109, 112).block(1002, false)),
            run.block(polls(112, 115).block(1003, false)));

    // The first is too far on in its sequence: too many blocks may have got lost.
    assertThat(fates)
        .containsExactly(
            BlockFate.PARTLY_OUT_OF_ORDER,
            BlockFate.PARTLY_OUT_OF_ORDER,
            BlockFate.PARTLY_OUT_OF_ORDER,
            BlockFate.PARTLY_OUT_OF_ORDER);
    LedgerRun near = run().take(polls(AHEAD, AHEAD + 30), 100_000);
    assertThat(near.block(polls(100, 105).block(1, false)))
        .isEqualTo(BlockFate.PARTLY_OUT_OF_ORDER);
    assertThat(near.block(polls(105, 112).block(2, false))).isEqualTo(BlockFate.CLOCK_SET_BACK);
    assertThat(near.block(polls(112, 115).block(3, false))).isEqualTo(BlockFate.ACCEPTED);
    assertThat(stepToNanos(near)).isEqualTo(nanos(110));
  }

  @Test
  void whatWasSaidAheadIsPutRightWhenThatTimeComes() {
    LedgerRun run = run().take(polls(AHEAD, AHEAD + 30)).take(polls(100, 160));
    long wrong = second(run, (int) AHEAD + 3).revision();

    run.take(polls(AHEAD - 40, AHEAD + 20)).take(polls(AHEAD + 700, AHEAD + 703)).end();

    LedgerEntry seen = second(run, (int) AHEAD + 3);
    assertThat(seen.revision()).isGreaterThan((int) wrong);
    assertThat(seen.energyMicrojoules() * 1e-6).isCloseTo(50, within(0.5));
    LedgerEntry dark = second(run, (int) AHEAD + 25);
    assertThat(dark.quality()).isEqualTo(Quality.INVALID);
    assertThat(dark.energyMicrojoules()).isZero();
    assertThat(dark.coverage()).isZero();
    assertThat(run.bookMicrojoules(Book.WINDOW1S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    assertThat(run.bookMicrojoules(Book.WINDOW10S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  @Test
  void aSourceThatBeganAnewCountsAsWell() {
    LedgerRun run = run().take(polls(AHEAD, AHEAD + 30), 10);

    Polls right = polls(100, 130);
    BlockFate last = BlockFate.ACCEPTED;
    for (int i = 0; i < 30 && last != BlockFate.CLOCK_SET_BACK; i++) {
      last = run.block(right.range(100 * i, 100 * i + 100).block(i, false));
    }

    assertThat(last).isEqualTo(BlockFate.CLOCK_SET_BACK);
    assertThat(stepToNanos(run)).isEqualTo(nanos(110));
  }

  @Test
  void blocksThatComeAgainAreNoClock() {
    LedgerRun run = run();
    Polls old = polls(0, 40);
    for (int i = 0; i < 40; i++) {
      run.block(old.range(100 * i, 100 * i + 100).block(50 + i, false));
    }
    run.take(polls(2000, 2001)); // sequence 0: the agent began anew
    for (int i = 0; i < 40; i++) {
      run.block(old.range(100 * i, 100 * i + 100).block(50 + i, false));
    }
    run.take(polls(2001, 2002)).end();

    assertThat(run.state.clock).as("nothing to remember").isNull();
    assertThat(run.state.setBacks()).isZero();
  }

  @Test
  void twoSourcesWhoseClocksDifferDoNotTakeTurns() {
    LedgerRun run = run();
    Polls right = polls(0, 40);
    Polls ahead = polls(AHEAD, AHEAD + 40);
    for (int i = 0; i < 40; i++) {
      run.block(ahead.range(100 * i, 100 * i + 100).block(i, false));
      run.block(right.range(100 * i, 100 * i + 100).block(i, false));
    }
    run.end();

    assertThat(run.state.setBacks()).isZero();
    assertThat(run.bookMicrojoules(Book.WINDOW1S) * 1e-6).isCloseTo(2000, within(20.0));
  }

  @Test
  void aStepWithinTheHorizonIsWaitedOutAndNothingIsSaidTwice() {
    LedgerRun run = run().take(polls(0, 400));

    run.take(polls(100, 500)).end();

    assertThat(run.state.setBacks()).isZero();
    assertThat(run.bookMicrojoules(Book.WINDOW1S) * 1e-6).isCloseTo(25_000, within(250.0));
  }

  @Test
  void aFirstReadingYearsAheadDoesNotStopTheDevice() {
    LedgerRun run = run().take(new Polls(new long[] {nanos(9e8)}, new int[] {50_000}));

    run.take(polls(0, 40)).end();

    assertThat(second(run, 30).energyMicrojoules() * 1e-6).isCloseTo(50, within(0.5));
  }

  @Test
  void whatRanAheadKeepsItsJoulesAndWhatComesLaterIsBooked() {
    LedgerRun run =
        run()
            .kernel("before", AHEAD + 5, AHEAD + 15)
            .kernel("cut", AHEAD + 20, Double.POSITIVE_INFINITY)
            .take(polls(AHEAD, AHEAD + 30));
    run.kernel("ahead of its readings", AHEAD + 4000, AHEAD + 4001);

    run.take(polls(100, 120))
        .kernel("right", 121, 131)
        .kernel("cut", 99, 126)
        .take(polls(120, 160))
        .end();

    assertThat(run.joules("before")).isCloseTo(500, within(5.0));
    assertThat(run.joules("right")).isCloseTo(10 * 50 - 5 * 25, within(5.0));
    // Of the activity that ran across the step only what followed it is known: from 110 s on.
    LedgerEntry cut = run.of(Book.KERNEL, "cut");
    assertThat(cut.startNanos()).isEqualTo(nanos(99));
    assertThat(cut.energyMicrojoules() * 1e-6).isCloseTo(11 * 50 + 5 * 25, within(5.0));
    assertThat(cut.coverage()).isCloseTo(16 / 27.0, within(0.01));
    assertThat(run.refused).isEmpty();
  }

  @Test
  void whatTheSensorHasTaughtStays() {
    LedgerRun run = run().take(polls(AHEAD, AHEAD + 30));
    long period = run.state.sample.periodNanos;
    var profile = run.state.newestProfile();

    run.take(polls(100, 160));

    assertThat(run.state.sample.periodNanos).isCloseTo(period, within(period / 10));
    assertThat(run.state.newestProfile()).isEqualTo(profile);
    assertThat(run.store.get(run.state.ring.oldestNumber)).isNotNull();
  }

  @Test
  void blocksOfAnySizeAndARestartGiveTheSame() {
    LedgerRun whole = run().take(polls(AHEAD, AHEAD + 30), 100).take(polls(100, 160), 100).end();
    for (int size : new int[] {1, 37, 100_000}) {
      LedgerRun run = run();
      for (Polls polls : List.of(polls(AHEAD, AHEAD + 30), polls(100, 160))) {
        for (int at = 0; at < polls.size(); at += size) {
          run.take(polls.range(at, Math.min(polls.size(), at + size)), size);
          if (at % 5 == 0) {
            restart(run);
          }
        }
      }
      run.end();
      assertThat(run.newest).isEqualTo(whole.newest);
      assertThat(run.newestPower()).isEqualTo(whole.newestPower());
    }
  }

  private static long stepToNanos(LedgerRun run) {
    return Objects.requireNonNull(run.state.clock).stepToNanos;
  }

  private static void restart(LedgerRun run) {
    var chunks = new InMemoryChunkStore();
    for (long number = run.state.ring.oldestNumber; number < run.state.ring.openNumber; number++) {
      chunks.put(number, StateCopy.of(run.store.get(number)));
    }
    run.resume(StateCopy.of(run.state), chunks);
  }

  private static LedgerRun run() {
    return LedgerRun.given(Profiles.passThrough(0.1));
  }

  private static LedgerEntry second(LedgerRun run, int second) {
    return run.of(Book.WINDOW1S, Long.toString(nanos(second)));
  }

  private static Polls polls(double from, double to) {
    int n = (int) Math.round(100 * (to - from));
    long[] times = new long[n];
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      times[i] = nanos(from) + i * 10_000_000L;
      values[i] = i % 97 == 96 ? PollBlock.MISSING : 50_000 + i * 37 % 11;
    }
    return new Polls(times, values);
  }
}

package io.wattune.core.ledger.device;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun.Imbalance;
import io.wattune.core.simulated.Polls;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The check that counts books out of balance: that it can fire, and fires once for each fault. */
class BalanceTest {
  @Test
  void aBookThatHasLostEnergyIsSaidAtTheNextMinuteAndOnce() {
    LedgerRun run = counting(LedgerRun.given(Profiles.passThrough(0), 5));
    kernels(run, 60);
    run.take(polls(0, 150, 0.1));
    assertThat(run.imbalances).isEmpty();
    run.state.sharing.postedMicrojoules[Book.KERNEL.level()] -= 7; // as a host might restore it
    run.take(polls(150, 400, 0.1)).end();

    assertThat(run.imbalances).containsExactly(new Imbalance(Book.KERNEL, nanos(180), -7));
    assertThat(run.state.sharing.outOfBalance).isEqualTo(1);
  }

  /**
   * Between two values of the sensor power is a line, which is known once the second has come: up
   * to one and a half updates later. What a horizon of less than that has settled moves.
   */
  @Test
  void aHorizonShorterThanTheSensorsUpdatesBreaksTheBooksAndIsCounted() {
    LedgerRun run = counting(LedgerRun.given(Profiles.passThrough(0), 1));
    kernels(run, 60);
    run.take(updates(400, 2)).end();

    List<Imbalance> imbalances = Objects.requireNonNull(run.imbalances);
    assertThat(imbalances).isNotEmpty().allMatch(each -> each.book() == Book.KERNEL);
    assertThat(imbalances).allMatch(each -> each.microjoulesTooMany() != 0);
    assertThat(run.state.sharing.outOfBalance).isEqualTo(imbalances.size());
  }

  @Test
  void aHorizonOfTwoUpdatesKeepsThem() {
    LedgerRun run = counting(LedgerRun.given(Profiles.passThrough(0), 4));
    kernels(run, 60);
    run.take(updates(400, 2)).end();

    assertThat(run.imbalances).isEmpty();
  }

  private static LedgerRun counting(LedgerRun run) {
    run.imbalances = new ArrayList<>();
    return run;
  }

  private static void kernels(LedgerRun run, int count) {
    for (int i = 0; i < count; i++) {
      run.kernel("k" + i, 1 + 6.3 * i, 4.7 + 6.3 * i);
    }
  }

  private static Polls polls(double from, double to, double every) {
    var polls = new Polls.Builder();
    for (int i = 0; from + i * every < to; i++) {
      double at = from + i * every;
      polls.add(nanos(at), watts(at));
    }
    return polls.build();
  }

  /** Polls each 0.1 s of a sensor that has a new value each so many seconds. */
  private static Polls updates(int seconds, int period) {
    var polls = new Polls.Builder();
    for (int i = 0; i < 10 * seconds; i++) {
      polls.add(nanos(0.1 * i), watts(i / 10 / period * period));
    }
    return polls.build();
  }

  private static int watts(double at) {
    return 100_000 + (int) (at * 37_000) % 50_000;
  }
}

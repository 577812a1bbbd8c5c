package io.wattune.core.ledger.sharing;

import static io.wattune.core.simulated.Sensor.every;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Sensor;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A K20 holds 52.5 W for 3.5 s after work, then falls to 24 W in steps. */
class ActiveIdleTest {

  @Test
  void isTheLevelThatIsHeldAfterWorkAndNotTheOneBehindIt() {
    LedgerRun run = LedgerRun.given(Profiles.lag(0.84, 0, 0.05));
    work(run, 6, true);

    // The sensor's noise through the lag in a mean of two seconds: about 0.05 W.
    assertThat(run.state.idle.activeWatts()).isCloseTo(52.5, within(0.3));
  }

  @Test
  void itsEnergyIsAColumnOfTheEntry() {
    LedgerRun run = LedgerRun.given(Profiles.lag(0.84, 0, 0.05));
    work(run, 6, true);

    LedgerEntry kernel = run.of(Book.KERNEL, "k3");
    Attribution attribution = Objects.requireNonNull(kernel.attribution());
    assertThat(Objects.requireNonNull(attribution.idleMicrojoules()) * 1e-6)
        .isCloseTo(52.5 * 5, within(2.0));
    assertThat(kernel.energyMicrojoules() * 1e-6).isCloseTo(158 * 5, within(4.0));
  }

  @Test
  void isNotKnownWithoutActivitiesOrWhereWorkFollowsAtOnce() {
    LedgerRun none = LedgerRun.given(Profiles.lag(0.84, 0, 0.05));
    work(none, 6, false);
    assertThat(none.state.idle.activeWatts()).isNaN();

    LedgerRun back = LedgerRun.given(Profiles.lag(0.84, 0, 0.05));
    PowerTrace power = PowerTrace.from(24).hold(5).level(158, 60).level(24, 20);
    for (int i = 0; i < 60; i++) {
      back.activity(LedgerRun.activity("k" + i, Book.KERNEL, 5 + i, 5.9 + i));
    }
    back.activity(LedgerRun.activity("rest", Book.KERNEL, 65, 85));
    back.take(poll(power)).end();
    assertThat(back.state.idle.activeWatts()).isNaN();
    assertThat(Objects.requireNonNull(back.of(Book.KERNEL, "k3").attribution()).idleMicrojoules())
        .isNull();
  }

  @Test
  void workThatNobodyTellsOfIsNotIdle() {
    LedgerRun run = LedgerRun.given(Profiles.lag(0.84, 0, 0.05));
    PowerTrace power = PowerTrace.from(24).hold(5).level(158, 30).level(24, 20);
    run.activity(LedgerRun.activity("told", Book.KERNEL, 5, 15));

    run.take(poll(power)).end();

    assertThat(run.state.idle.activeWatts()).isNaN();
  }

  private static void work(LedgerRun run, int times, boolean told) {
    PowerTrace power = PowerTrace.from(24).hold(5.3);
    for (int i = 0; i < times; i++) {
      double start = power.seconds();
      power.level(158, 5).level(52.5, 3.5).level(44, 1).level(33, 1).level(24, 4.37);
      if (told) {
        run.activity(LedgerRun.activity("k" + i, Book.KERNEL, start, start + 5));
      }
    }
    run.take(poll(power)).end();
  }

  private static Polls poll(PowerTrace power) {
    return Sensor.k20(0.05).poll(power, 0, power.seconds(), every(0.004, 0.007), 5);
  }
}

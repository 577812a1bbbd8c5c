package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.GivenProfile;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that are given to a ledger whose devices' states have begun, or by their models. */
class GivenProfilesTest {
  private static final String K20 = "Tesla K20m";
  private static final int BLOCK = 200;

  private static final SensorProfile SCALED = Profiles.scaled(0.84, 1.25, 0.01, 10, 1);

  private static Polls polls(int steps) {
    PowerTrace power = PowerTrace.from(50).hold(6);
    for (int i = 0; i < steps; i++) {
      power.level(200, 6).level(50, 6);
    }
    return Sensor.k20(0.02).poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), 1);
  }

  private static LedgerRun knowing(GivenProfile... given) {
    return new LedgerRun(LedgerSettings.DEFAULT.knowing(ProfileChoice.known(List.of(given))));
  }

  private static GivenProfile toAll(String signal, String model) {
    return new GivenProfile(
        new SensorProfile(
            "measured",
            GivenProfile.ANY,
            signal,
            SCALED.response(),
            ProfileSource.GIVEN,
            0.015,
            0,
            0.002,
            1.25,
            0.01,
            10,
            1,
            0,
            0.1,
            3,
            Long.MIN_VALUE),
        model);
  }

  /** As after jobs were stopped with a savepoint and submitted with a file of profiles. */
  @Test
  void whatIsGivenLaterHoldsFromTheNextReadingOnAndIsNotLearnedOver() {
    Polls polls = polls(4);
    int half = polls.size() / 2 / BLOCK * BLOCK;
    LedgerRun learned = LedgerRun.learning();
    LedgerRun given = knowing(new GivenProfile(SCALED, ""));
    for (int at = 0; at < polls.size(); at += BLOCK) {
      if (at == half) {
        assertThat(learned.state.newestProfile().source()).isEqualTo(ProfileSource.LEARNED);
        given.resume(learned.state, learned.store);
      }
      Polls some = polls.range(at, Math.min(polls.size(), at + BLOCK));
      (at < half ? learned : given).block(some.block(at / BLOCK, false));
    }
    given.end();

    SensorProfile newest = given.state.newestProfile();
    assertThat(newest.givenTo(Polls.DEVICE, Polls.SIGNAL))
        .isEqualTo(SCALED.givenTo(Polls.DEVICE, Polls.SIGNAL));
    assertThat(newest.validFromNanos())
        .isBetween(polls.timesNanos()[half - 20], polls.timesNanos()[half]);
    assertThat(given.profiles).containsExactly(newest);
    LedgerRun whole = LedgerRun.learning().take(polls, BLOCK).end();
    List<LedgerEntry> windows = given.book(Book.WINDOW1S);
    List<LedgerEntry> others = whole.book(Book.WINDOW1S);
    int checked = 0;
    for (int i = 0; i < windows.size(); i++) {
      LedgerEntry window = windows.get(i);
      double joules = window.energyMicrojoules() * 1e-6;
      double other = others.get(i).energyMicrojoules() * 1e-6;
      if (window.endNanos() < newest.validFromNanos() - 2_000_000_000L) {
        assertThat(joules).isCloseTo(other, within(1e-6));
      } else if (window.startNanos() > newest.validFromNanos() && i < windows.size() - 1) {
        // The learned constant is within 3 % of 0.84 s, which steps of 150 W show as 4 J.
        assertThat(joules).isCloseTo(1.25 * other + 10, within(5.0));
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(10);
  }

  /** Steady power, so that nothing but the place of the change could move energy. */
  @ParameterizedTest
  @ValueSource(doubles = {0.4, -0.4})
  void aProfileWithAnotherDelayLosesAndDoublesNoEnergy(double delay) {
    PowerTrace power = PowerTrace.from(100).hold(60);
    Polls polls =
        new Sensor((trace, t) -> trace.wattsAt(t), 0.02, 0, 0.1, 0.01)
            .poll(power, 0, 60, Sensor.every(0.004, 0.006), 1);
    int half = polls.size() / 2 / BLOCK * BLOCK;
    LedgerRun learned = LedgerRun.learning();
    LedgerRun given = knowing(new GivenProfile(Profiles.delayed(0, delay, 0.002), ""));
    for (int at = 0; at < polls.size(); at += BLOCK) {
      if (at == half) {
        given.resume(learned.state, learned.store);
      }
      Polls some = polls.range(at, Math.min(polls.size(), at + BLOCK));
      (at < half ? learned : given).block(some.block(at / BLOCK, false));
    }
    given.end();

    List<LedgerEntry> windows = given.book(Book.WINDOW1S);
    for (LedgerEntry window : windows.subList(1, windows.size() - 2)) {
      assertThat(window.energyMicrojoules() * 1e-6).as("%s", window).isCloseTo(100, within(0.5));
    }
    assertThat(windows.size()).isGreaterThan(55);
  }

  /** The model is named in the third block, and in each that begins a run of three anew. */
  private static LedgerRun named(LedgerRun run, Polls polls) {
    for (int at = 0; at < polls.size(); at += BLOCK) {
      var block = polls.range(at, Math.min(polls.size(), at + BLOCK)).block(at / BLOCK, false);
      run.block(at / BLOCK % 3 == 2 ? block.named(K20) : block);
    }
    return run;
  }

  @Test
  void aModelsProfileHoldsForBoardsOfThatModel() {
    Polls polls = polls(2);
    LedgerRun of = named(knowing(toAll(GivenProfile.ANY, K20)), polls);
    LedgerRun other = named(knowing(toAll(GivenProfile.ANY, "Tesla K40m")), polls);

    assertThat(of.profiles).hasSize(1);
    assertThat(of.state.newestProfile().gain()).isEqualTo(1.25);
    assertThat(of.state.newestProfile().source()).isEqualTo(ProfileSource.GIVEN);
    assertThat(other.state.newestProfile().source()).isEqualTo(ProfileSource.LEARNED);
  }

  @Test
  void aModelsProfileStaysInBlocksThatDoNotNameTheModel() {
    GivenProfile all =
        new GivenProfile(SCALED.scaled("all", 1.1, 0.02, 0, 5, 0).givenTo("*", "*"), "");
    LedgerRun run = named(knowing(toAll(Polls.SIGNAL, K20), all), polls(2));

    assertThat(run.profiles).extracting(SensorProfile::gain).containsExactly(1.1, 1.25);
    assertThat(run.state.newestProfile().gain()).isEqualTo(1.25);
  }
}

package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The time of a drift travels with the profile. */
class ProfileDriftTest {
  private static final double STEP_SECONDS = 12;
  private static final int STEPS = 8;
  private static final double CHANGE_SECONDS = STEPS * STEP_SECONDS;

  /** Of the steps after the first nine one a minute is looked at, and three of five must differ. */
  private static final int STEPS_AFTER = 35;

  /** Steps on a sensor of one lag, and more on one of another. */
  private static LedgerRun run(ProfileChoice profiles, double lagBefore, double lagAfter) {
    PowerTrace power = PowerTrace.from(50);
    for (int i = 0; i < STEPS + STEPS_AFTER; i++) {
      power.hold(STEP_SECONDS / 2).level(200, STEP_SECONDS / 2).level(50, 0);
    }
    Response response =
        (trace, seconds) ->
            Response.lag(seconds < CHANGE_SECONDS ? lagBefore : lagAfter).at(trace, seconds);
    var sensor = new Sensor(response, 0.0154, 0.002, 0.02, 0.01);
    double end = power.seconds();
    return new LedgerRun(new LedgerSettings(600_000_000_000L, profiles))
        .take(sensor.poll(power, 0, end, Sensor.every(0.004, 0.006), 1))
        .end();
  }

  @Test
  void aGivenProfileHasTheTimeFromItsDriftOnAndLosesItOnceItFitsAgain() {
    SensorProfile given = Profiles.lag(0.84, 0, 0.02);
    LedgerRun run = run(new ProfileChoice(true, List.of(given)), 0.5, 0.84);

    assertThat(run.drifted).hasSize(1);
    assertThat(run.profiles).hasSize(3);
    assertThat(run.profiles.get(0)).isEqualTo(given);
    SensorProfile drifted = run.profiles.get(1);
    assertThat(drifted.driftedAtNanos()).isBetween(Sensor.nanos(0), Sensor.nanos(CHANGE_SECONDS));
    assertThat(drifted.driftedAt(SensorProfile.NEVER)).isEqualTo(given);
    assertThat(run.profiles.get(2)).isEqualTo(given);
  }

  @Test
  void aLearnedProfileKeepsTheTimeOfItsDrift() {
    LedgerRun run = run(ProfileChoice.AUTO, 0.84, 0.5);

    assertThat(run.drifted).isNotEmpty();
    assertThat(run.profiles.get(0).driftedAtNanos()).isEqualTo(SensorProfile.NEVER);
    SensorProfile last = run.profiles.get(run.profiles.size() - 1);
    assertThat(last.source()).isEqualTo(ProfileSource.LEARNED);
    assertThat(last.driftedAtNanos()).isGreaterThan(Sensor.nanos(CHANGE_SECONDS));
  }

  @Test
  void aSensorThatStaysAsItIsHasNoDrift() {
    assertThat(run(ProfileChoice.AUTO, 0.84, 0.84).profiles)
        .isNotEmpty()
        .allMatch(profile -> profile.driftedAtNanos() == SensorProfile.NEVER);
    SensorProfile given = Profiles.lag(0.84, 0, 0.02);
    assertThat(run(new ProfileChoice(true, List.of(given)), 0.84, 0.84).profiles)
        .containsExactly(given);
  }
}

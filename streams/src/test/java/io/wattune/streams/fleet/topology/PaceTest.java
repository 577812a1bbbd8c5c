package io.wattune.streams.fleet.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void aKeyThatHasChangedIsDueAtOnceAndThenAfterASecond() {
    pace.changed("a");
    assertThat(pace.takeDue(5_000)).containsExactly("a");
    pace.changed("a");
    assertThat(pace.takeDue(5_999)).isEmpty();
    assertThat(pace.takeDue(6_000)).containsExactly("a");
    assertThat(pace.takeDue(7_000)).isEmpty();
  }

  @Test
  void aKeyThatDoesNotChangeIsRefreshed() {
    pace.changed("a");
    pace.takeDue(0);

    assertThat(pace.takeDue(29_999)).isEmpty();
    assertThat(pace.takeDue(30_000)).containsExactly("a");
  }

  @Test
  void aClockThatGoesBackHoldsNothingUp() {
    pace.changed("a");
    pace.takeDue(3_600_000);
    pace.changed("a");

    assertThat(pace.takeDue(1_000)).containsExactly("a");
  }

  @Test
  void aKeyThatIsForgottenIsNotRefreshed() {
    pace.changed("a");
    pace.takeDue(0);
    pace.forget("a");

    assertThat(pace.takeDue(60_000)).isEmpty();
  }
}

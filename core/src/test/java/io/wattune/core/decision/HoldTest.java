package io.wattune.core.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HoldTest {

  @Test
  void coversWhatItsScopeSays() {
    assertThat(hold(HoldScope.ALL, "").covers("n1/a")).isTrue();
    assertThat(hold(HoldScope.NODE, "n1").covers("n1/a")).isTrue();
    assertThat(hold(HoldScope.NODE, "n1").covers("n11/a")).isFalse();
    assertThat(hold(HoldScope.DEVICE, "n1/a").covers("n1/a")).isTrue();
    assertThat(hold(HoldScope.DEVICE, "n1/a").covers("n1/b")).isFalse();
  }

  @Test
  void aJobsHoldCoversEveryDeviceSinceAJobsDevicesAreNotKnown() {
    assertThat(hold(HoldScope.JOB, "job-7").covers("n1/a")).isTrue();
  }

  @Test
  void holdsFromItsBeginningUntilItsEndOrItsRelease() {
    Hold hold = hold(HoldScope.ALL, "");

    assertThat(hold.isInForce(9)).isFalse();
    assertThat(hold.isInForce(10)).isTrue();
    assertThat(hold.isInForce(19)).isTrue();
    assertThat(hold.isInForce(20)).isFalse();
    assertThat(new Hold("h", HoldScope.ALL, "", 10, 20, "me", "", true).isInForce(15)).isFalse();
  }

  @Test
  void aHoldOfSomethingNeedsItsName() {
    assertThatThrownBy(() -> hold(HoldScope.NODE, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs one");
  }

  private static Hold hold(HoldScope scope, String name) {
    return new Hold("h", scope, name, 10, 20, "me", "", false);
  }
}

package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserQuotaTest {
  private static final long MINUTE = 60_000_000_000L;

  private final UserQuota quota = new UserQuota();

  @Test
  void oneUserTakesAQuarterOfTheConnectionsAndLeavesTheRest() {
    for (int i = 0; i < UserQuota.MOST_CONNECTIONS_EACH; i++) {
      assertThat(quota.connect("eve")).isTrue();
    }

    assertThat(quota.connect("eve")).isFalse();
    assertThat(quota.connect("alice")).isTrue();
    assertThat(quota.connect(null)).isTrue();
    quota.disconnect("eve");
    assertThat(quota.connect("eve")).isTrue();
  }

  @Test
  void activitiesOfAMinuteAreThereAgainAfterAMinute() {
    for (int i = 0; i < UserQuota.MOST_ACTIVITIES_A_MINUTE; i++) {
      assertThat(quota.begin("eve", -5)).isTrue();
    }

    assertThat(quota.begin("eve", -5)).isFalse();
    assertThat(quota.begin("alice", -5)).isTrue();
    assertThat(quota.begin("eve", MINUTE / 2)).isTrue();
    int begun = 1;
    while (quota.begin("eve", MINUTE / 2)) {
      begun++;
    }
    assertThat(begun).isEqualTo(UserQuota.MOST_ACTIVITIES_A_MINUTE / 2);
  }
}

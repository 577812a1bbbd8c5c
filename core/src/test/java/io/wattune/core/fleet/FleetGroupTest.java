package io.wattune.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import org.junit.jupiter.api.Test;

class FleetGroupTest {
  private static final long NOW_MILLIS = 1_800_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long NOW = NOW_MILLIS * 1_000_000;

  private final FleetGroup group = new FleetGroup();

  private void put(String node, long atNanos) {
    var sample = new PowerSample(atNanos, 0, 0, 100_000, 3_000, Quality.CORRECTED);
    group.put(node, FleetSum.fresh(sample).seenFrom(atNanos));
  }

  @Test
  void aSumIsSeenFromTheNewestOfItsMembers() {
    put("a", NOW - 2 * SECOND);
    put("b", NOW - 3 * SECOND);

    assertThat(group.sum(NOW_MILLIS).atNanos()).isEqualTo(NOW - 2 * SECOND);
  }

  /** Its power counts; its time would put the cluster's sum where nobody looks for it. */
  @Test
  void oneNodeWhoseClockIsAheadDoesNotMoveTheSumInTime() {
    put("a", NOW - 2 * SECOND);
    put("b", NOW - 3 * SECOND);
    put("ahead", NOW + 3600 * SECOND);

    FleetSum sum = group.sum(NOW_MILLIS);
    assertThat(sum.atNanos()).isEqualTo(NOW - 2 * SECOND);
    assertThat(sum.powerMilliwatts()).isEqualTo(300_000);
    assertThat(sum.freshDevices()).isEqualTo(3);
  }

  @Test
  void whereAllAreAheadItIsTheReadersClockThatIsWrong() {
    put("a", NOW + 3600 * SECOND);
    put("b", NOW + 3601 * SECOND);

    assertThat(group.sum(NOW_MILLIS).atNanos()).isEqualTo(NOW + 3601 * SECOND);
  }

  @Test
  void aGroupWithoutMembersIsNothing() {
    assertThat(group.sum(NOW_MILLIS)).isEqualTo(FleetSum.EMPTY);
  }
}

package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import org.junit.jupiter.api.Test;

class HoldBoardTest {
  private final HoldBoard board = new HoldBoard(new ControllerCounters().unreadableHolds);

  @Test
  void aHoldIsInForceFromItsBeginningToItsEnd() {
    board.put(hold("h", HoldScope.DEVICE, "n/a", false), 0);

    assertThat(board.isHeld("n/a", 99)).isFalse();
    assertThat(board.isHeld("n/a", 100)).isTrue();
    assertThat(board.isHeld("n/a", 199)).isTrue();
    assertThat(board.isHeld("n/a", 200)).isFalse();
    assertThat(board.isHeld("n/b", 150)).isFalse();
  }

  @Test
  void aNodesHoldCoversItsDevicesAndAHoldOfAllEverything() {
    board.put(hold("h", HoldScope.NODE, "n", false), 0);

    assertThat(board.isHeld("n/b", 150)).isTrue();
    assertThat(board.isHeld("n2/b", 150)).isFalse();

    board.put(hold("all", HoldScope.ALL, "", false), 0);
    assertThat(board.isHeld("n2/b", 150)).isTrue();
  }

  @Test
  void aReleaseOrADeletionEndsItAndLeavesTheOthers() {
    board.put(hold("one", HoldScope.NODE, "n", false), 0);
    board.put(hold("two", HoldScope.DEVICE, "n/a", false), 0);

    board.put(hold("one", HoldScope.NODE, "n", true), 0);
    assertThat(board.isHeld("n/b", 150)).isFalse();
    assertThat(board.isHeld("n/a", 150)).isTrue();

    board.remove("two");
    assertThat(board.isHeld("n/a", 150)).isFalse();
  }

  @Test
  void aHoldOutlivesAClockThatRanADayAheadAndWasPutRight() {
    board.put(hold("h", HoldScope.DEVICE, "n/a", false), 0);
    board.put(hold("other", HoldScope.NODE, "n2", false), 86_400_000_000_000L);

    assertThat(board.isHeld("n/a", 150)).isTrue();
  }

  private static Hold hold(String id, HoldScope scope, String name, boolean isReleased) {
    return new Hold(id, scope, name, 100, 200, "op", "why", isReleased);
  }
}

package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlockGridTest {
  private final BlockGrid grid = new BlockGrid(-5, 100);

  @Test
  void slotsFollowEachOtherFromTheOriginOnBothSides() {
    assertThat(grid.slot(-5)).isZero();
    assertThat(grid.slot(94)).isZero();
    assertThat(grid.slot(95)).isEqualTo(1);
    assertThat(grid.slot(-6)).isEqualTo(-1);
  }

  @Test
  void monotonicTimeThatRunsOverMakesNoLargeSlot() {
    var high = new BlockGrid(Long.MAX_VALUE - 10, 100);

    assertThat(high.slot(Long.MAX_VALUE - 10 + 250)).isEqualTo(2);
  }

  @Test
  void refusesASlotWithoutALength() {
    assertThatThrownBy(() -> new BlockGrid(0, 0)).hasMessage("slotNanos must be above 0, was 0");
  }
}

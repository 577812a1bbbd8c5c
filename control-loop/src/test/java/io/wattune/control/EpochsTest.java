package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class EpochsTest {

  @Property(tries = 500)
  void everyEpochIsAboveAllBeforeItWhateverTheClockDoes(
      @ForAll @LongRange(max = 4_000_000_000_000L) long stored,
      @ForAll @Size(max = 30) List<@LongRange(min = -1_000, max = 4_000_000_000_000L) Long> clock) {
    var epochs = new Epochs();
    epochs.seen(stored, stored);
    long before = stored;
    for (long now : clock) {
      long next = epochs.next(now);
      assertThat(next).isGreaterThan(before).isGreaterThanOrEqualTo(now);
      before = next;
    }
  }

  @Example
  void isTheTimeWhereTheClockIsAhead() {
    var epochs = new Epochs();
    epochs.seen(17, 17);

    assertThat(epochs.next(1_700_000_000_000L)).isEqualTo(1_700_000_000_000L);
    assertThat(epochs.next(1_600_000_000_000L)).isEqualTo(1_700_000_000_001L);
  }

  @Example
  void anEpochThatLeavesNoRoomIsNotFollowed() {
    var epochs = new Epochs();
    epochs.seen(Long.MAX_VALUE, 5);

    assertThat(epochs.next(5)).isEqualTo(5);
  }

  @Example
  void anEpochIsFollowedForADayAheadAndNoFurther() {
    long now = 1_700_000_000_000L;
    var epochs = new Epochs();
    epochs.seen(now + 86_400_001L, now);
    assertThat(epochs.next(now)).isEqualTo(now);

    epochs.seen(now + 86_400_000L, now);
    assertThat(epochs.next(now)).isEqualTo(now + 86_400_001L);
  }
}

package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SwitchingWatchTest {
  private static final Tunable CLOCK =
      new Tunable(
          "core.clock",
          TunableUnit.MEGAHERTZ,
          ValueGrid.evenly(300, 1000, 100),
          OptionalLong.of(1000),
          true);
  private static final LoopSettings SETTINGS = LoopSettings.DEFAULT;

  private final SwitchingWatch watch = new SwitchingWatch();

  @Test
  void theShareIsSwitchingTimeOverTimeBetweenChanges() {
    for (int i = 0; i < 2_000; i++) {
      watch.take(wish(i), 0.4);
    }

    // A change after each 0.4 s of kernels. The newest counts whole and its kernel not yet, which
    // over a memory of 25 kernels is 1 in 25 at most.
    assertThat(watch.share(20_000_000L)).isCloseTo(0.05, within(0.05 / 25));
  }

  @Test
  void littleThatWasSeenSaysNothing() {
    for (int i = 0; i < 20; i++) {
      watch.take(wish(i), 0.1);
    }

    assertThat(watch.judge(SETTINGS)).isFalse();
    assertThat(watch.isTooOften()).isFalse();
  }

  @Test
  void returnsOnlyWellBelowTheLimit() {
    turns(0.3, 300);
    assertThat(watch.judge(SETTINGS)).isTrue();
    assertThat(watch.isTooOften()).isTrue();

    turns(0.5, 300); // 4 %: below the limit of 5, above the 3.5 at which it ends
    assertThat(watch.judge(SETTINGS)).isFalse();
    assertThat(watch.isTooOften()).isTrue();

    turns(0.7, 300);
    assertThat(watch.judge(SETTINGS)).isTrue();
    assertThat(watch.isTooOften()).isFalse();
  }

  private void turns(double seconds, int count) {
    for (int i = 0; i < count; i++) {
      watch.take(wish(i), seconds);
    }
  }

  private static Configuration wish(int turn) {
    return turn % 2 == 0 ? Configuration.EMPTY : Configuration.of(CLOCK.at(500));
  }
}

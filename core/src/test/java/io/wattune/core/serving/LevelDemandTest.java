package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LevelDemandTest {
  private final LevelDemand demand = new LevelDemand();

  private double after(int arrived, int waiting, boolean isCareful) {
    return demand.after(new ServingPoll(0.5, arrived, waiting, List.of(), List.of()), isCareful);
  }

  /** 10.6 a second, in polls as they fall: the range has it, and gets as narrow as its length. */
  @Test
  void aLevelIsKnownTheBetterTheLongerItLasts() {
    double rate = 10.6;
    int before = 0;
    for (int poll = 1; poll <= 20; poll++) {
      int all = (int) Math.floor(rate * 0.5 * poll + 0.7);
      double found = after(all - before, 0, false);
      before = all;
      assertThat(found).isBetween(rate - 1e-9, rate + 2 / (0.5 * poll));
    }
  }

  @Test
  void anotherLevelIsFoundWithTheFirstPollThatIsAllOfIt() {
    for (int poll = 0; poll < 20; poll++) {
      after(5, 0, false);
    }
    assertThat(after(50, 0, false)).isCloseTo(102, within(1e-9));
    for (int poll = 0; poll < 20; poll++) {
      after(50, 0, false);
    }
    assertThat(after(5, 0, false)).isCloseTo(12, within(1e-9));
    assertThat(demand.rate()).isCloseTo(12, within(1e-9));
  }

  @Test
  void whatWaitsIsServedWithinAPollAndPeaksAreKeptForTenSecondsInDoubt() {
    assertThat(after(10, 4, false)).isCloseTo(22 + 8, within(1e-9));
    for (int poll = 1; poll < 20; poll++) {
      assertThat(after(0, 0, true)).isCloseTo(30, within(1e-9));
    }
    assertThat(after(0, 0, true)).isLessThan(30);
  }
}

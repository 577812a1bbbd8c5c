package io.wattune.core.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.Spacing;
import org.junit.jupiter.api.Test;

class StuckReadingDetectorTest {
  private static final long STEP_NANOS = 100_000_000L;

  private final RunningIntegral integral = new RunningIntegral();
  private double watts = 60;

  @Test
  void aReadingThatAlwaysChangesIsOddAfterTwoRepeats() {
    changes(200);
    stands(1);
    changes(200);
    assertThat(integral.heldSquares).isZero();

    stands(2);
    moves(12);

    assertThat(integral.heldSquares).isEqualTo(144);
  }

  /** Nine samples in ten repeat the one before: 44 in a row come by chance once in a hundred. */
  @Test
  void aCoarseReadingMayStandStillForLonger() {
    for (int i = 0; i < 100; i++) {
      stands(9);
      moves(i % 2 == 0 ? 1 : -1);
    }
    assertThat(integral.repeatShare).isCloseTo(0.9, within(0.01));
    assertThat(StuckReadingDetector.isOddly(40, integral.repeatShare)).isFalse();
    assertThat(StuckReadingDetector.isOddly(50, integral.repeatShare)).isTrue();
    double before = integral.heldSquares;

    stands(30);
    moves(100);

    assertThat(integral.heldSquares).isEqualTo(before);
  }

  @Test
  void whatWasNotSeenIsNoRepeat() {
    changes(200);
    stands(1);
    integral.advance(watts, watts, STEP_NANOS, Spacing.BRIDGED);
    stands(1);
    moves(12);

    assertThat(integral.heldSquares).isZero();
  }

  private void changes(int samples) {
    for (int i = 0; i < samples; i++) {
      moves(i % 2 == 0 ? 0.3 : -0.3);
    }
  }

  private void stands(int samples) {
    for (int i = 0; i < samples; i++) {
      integral.advance(watts, watts, STEP_NANOS, Spacing.SEEN);
    }
  }

  private void moves(double by) {
    integral.advance(watts, watts + by, STEP_NANOS, Spacing.SEEN);
    watts += by;
  }
}

package io.wattune.core.polling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A comb of 15 ms that polls see some milliseconds late. */
class UpdateTimesTest {
  private static final long MILLI = 1_000_000L;
  private static final long JITTER = UpdateTimes.LEAST_JITTER_NANOS;
  private static final long PERIOD = 15 * MILLI;

  /** Changes of updates 1 to n, each in an interval of 5 ms that holds it somewhere. */
  private static int changes(UpdateTimes times, int n) {
    int taken = 0;
    for (int k = 1; k <= n; k++) {
      long from = k * PERIOD - k * 7 % 5 * MILLI;
      taken += times.changed(from, from + 5 * MILLI) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void manyChangesTellThePeriodAndWhenTheNextUpdateComes() {
    var times = new UpdateTimes(1.01 * PERIOD, 0.02, JITTER, -MILLI, 4 * MILLI);

    assertThat(changes(times, 1_000)).isEqualTo(1_000);

    assertThat(times.periodNanos()).isBetween(0.9995 * PERIOD, 1.0005 * PERIOD);
    long next = times.updatesUntil(1_001 * PERIOD);
    assertThat(times.earliest(next)).isLessThanOrEqualTo(1_001 * PERIOD);
    assertThat(times.latest(next)).isGreaterThanOrEqualTo(1_001 * PERIOD);
    assertThat(times.width(next)).isLessThan(3 * MILLI);
  }

  @Test
  void aChangeWhereNoUpdateCouldBeIsSaidAndForgotten() {
    var times = new UpdateTimes(PERIOD, 0.01, JITTER, 0, 2 * MILLI);
    assertThat(times.changed(PERIOD, PERIOD + 2 * MILLI)).isTrue();

    assertThat(times.changed(PERIOD + 6 * MILLI, PERIOD + 9 * MILLI)).isFalse();

    assertThat(times.changed(2 * PERIOD, 2 * PERIOD + 2 * MILLI)).isTrue();
  }

  /** Fails where each such change is a new beginning: jitter would add up fifty times. */
  @Test
  void pollsThatAgreeWithWhatTheyWerePlannedByMakeNothingBetterKnown() {
    var times = new UpdateTimes(PERIOD, 0.001, JITTER, 0, MILLI);
    long before = times.width(1);

    for (int k = 1; k <= 50; k++) {
      assertThat(times.changed(k * PERIOD - 7 * MILLI, k * PERIOD + 7 * MILLI)).isTrue();
    }

    assertThat(times.width(51)).isBetween(before + 2 * MILLI, before + 4 * MILLI);
  }

  /** A period that is a little wrong hides behind jitter for some updates, and not for many. */
  @Test
  void aPeriodThatIsWrongIsFoundOut() {
    var times = new UpdateTimes(1.03 * PERIOD, 0.01, JITTER, -MILLI, 4 * MILLI);

    assertThat(changes(times, 40)).isLessThan(40);
  }

  @Test
  void aSensorThatHasBecomeTwiceAsSlowIsKnownByItsChanges() {
    var times = new UpdateTimes(PERIOD, 0.001, JITTER, 0, MILLI);
    for (int k = 1; k <= 100; k++) {
      assertThat(times.changed(k * PERIOD, k * PERIOD + MILLI)).isTrue();
    }
    assertThat(times.isSlower()).isFalse();

    for (int k = 102; k <= 230; k += 2) {
      assertThat(times.changed(k * PERIOD, k * PERIOD + MILLI)).isTrue();
    }

    assertThat(times.isSlower()).isTrue();
  }
}

package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkSilenceTest {
  private static final long SECOND = 1_000_000_000L;

  private final WorkSilence silence = new WorkSilence();
  private long nowNanos = 1000 * SECOND;

  @Test
  void beforeAnyWorkItIsSilent() {
    assertThat(silence.isSilent(nowNanos)).isTrue();
  }

  @Test
  void quickWindowsAreSilentAfterTenSeconds() {
    work(1, 100);
    assertThat(silence.isSilent(nowNanos + 10 * SECOND)).isFalse();
    assertThat(silence.isSilent(nowNanos + 10 * SECOND + 1)).isTrue();
  }

  @Test
  void ofUsualPausesTheLongestCountsFourTimes() {
    work(1, 10);
    nowNanos += 6 * SECOND;
    work(1, 1);
    work(1, 3);
    assertThat(silence.limitNanos() * 1e-9).isBetween(27.8, 28.0);
  }

  @Test
  void itIsNeverLaterThanSixtySeconds() {
    work(30, 5);
    assertThat(silence.isSilent(nowNanos + 60 * SECOND)).isFalse();
    assertThat(silence.isSilent(nowNanos + 60 * SECOND + 1)).isTrue();
  }

  /** Fails where the pause between two runs of a program makes it be waited for in all later. */
  @Test
  void aPauseOfMoreThanAMinuteIsNotUsual() {
    work(1, 10);
    nowNanos += 3600 * SECOND;
    work(1, 1);
    assertThat(silence.limitNanos()).isEqualTo(WorkSilence.LEAST_NANOS);
  }

  @Test
  void aPauseThatDoesNotReturnIsForgotten() {
    work(1, 10);
    nowNanos += 19 * SECOND;
    work(1, 600);
    assertThat(silence.limitNanos() * 1e-9).as("half of 80 s").isBetween(39.0, 41.0);
    work(1, 1800);
    assertThat(silence.limitNanos()).isEqualTo(WorkSilence.LEAST_NANOS);
  }

  @Test
  void windowsOfMoreThanFortySecondsAreTooRare() {
    work(41, 5);
    assertThat(silence.isTooRare()).isTrue();
    assertThat(silence.isSilent(nowNanos)).isTrue();

    work(1, 1);
    assertThat(silence.isSilent(nowNanos)).as("once they are quicker").isFalse();
  }

  /** As of a page that shows means of the last 90 s each 30 s. */
  @Test
  void longWindowsThatOverlapComeAsOftenAsTheyEnd() {
    for (int i = 0; i < 5; i++) {
      nowNanos += 30 * SECOND;
      silence.take(nowNanos - 90 * SECOND, nowNanos);
    }
    assertThat(silence.isTooRare()).isFalse();
    assertThat(silence.limitNanos()).isEqualTo(WorkSilence.MOST_NANOS);
  }

  @Test
  void aWindowOfBeforeChangesNothing() {
    work(1, 10);
    silence.take(nowNanos - 500 * SECOND, nowNanos - 400 * SECOND);
    assertThat(silence.isSilent(nowNanos + 10 * SECOND)).isFalse();
    assertThat(silence.isTooRare()).isFalse();
  }

  @Test
  void aClockThatRanAheadDoesNotPutItOff() {
    work(1, 10);
    nowNanos += 500 * SECOND;
    work(1, 1);
    nowNanos -= 500 * SECOND;
    silence.correctClock(nowNanos);
    assertThat(silence.isSilent(nowNanos + 11 * SECOND)).isTrue();
  }

  private void work(long seconds, int times) {
    for (int i = 0; i < times; i++) {
      nowNanos += seconds * SECOND;
      silence.take(nowNanos - seconds * SECOND, nowNanos);
    }
  }
}

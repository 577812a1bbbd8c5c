package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelMissesTest {
  private static final long PAUSE = KernelMisses.FIRST_PAUSE_NANOS;
  private static final long LEASE = 10_000_000_000L;
  private final KernelMisses misses = new KernelMisses();
  private long now = 1_000_000_000_000L;

  @Test
  void aLeaseOfMissesAndItIsAskedAgainAfterAPauseThatGrows() {
    for (long pause = PAUSE; pause < 100 * PAUSE; pause *= 2) {
      fail(misses);
      assertThat(misses.isFollowed()).isFalse();
      now += Math.min(pause, PAUSE << KernelMisses.MOST_DOUBLINGS) - 1;
      assertThat(misses.endsPause(now)).isFalse();
      now++;
      assertThat(misses.endsPause(now)).isTrue();
      assertThat(misses.endsPause(now)).as("once").isFalse();
      assertThat(misses.isFollowed()).isTrue();
    }
  }

  @Test
  void anotherLifeGoesOnAndAPauseBeginsAnew() {
    fail(misses);
    KernelMisses next = new KernelMisses();
    next.restore(misses.inARow());

    assertThat(next.isFollowed()).isFalse();
    assertThat(next.endsPause(LoopState.NEVER)).isFalse();
    assertThat(next.endsPause(now)).isFalse();
    assertThat(next.endsPause(now + PAUSE - 1)).isFalse();
    assertThat(next.endsPause(now + PAUSE)).isTrue();
  }

  @Test
  void aMachineThatStandsStillForSecondsIsNoNodeThatKnowsNoKernels() {
    for (int stall = 0; stall < 100; stall++) {
      for (int miss = 0; miss < 200; miss++) {
        assertThat(misses.miss(now, LEASE)).isFalse();
        now += LEASE / 201;
      }
      misses.hit();
      now += LEASE;
    }
    assertThat(misses.isFollowed()).isTrue();
  }

  @Test
  void fewInvocationsSayNothingHoweverFarApart() {
    for (int miss = 1; miss < KernelMisses.MOST; miss++) {
      assertThat(misses.miss(now, LEASE)).isFalse();
      now += 10 * LEASE;
    }
    assertThat(misses.miss(now, LEASE)).isTrue();
  }

  @Test
  void oneHitInBetweenAndItIsNotInARow() {
    for (int i = 0; i < 100; i++) {
      for (int miss = 1; miss < KernelMisses.MOST; miss++) {
        assertThat(misses.miss(now, LEASE)).isFalse();
        now += LEASE;
      }
      misses.hit();
      assertThat(misses.isFollowed()).isTrue();
    }
  }

  @Test
  void aWriterThatWasOnlyLateBeginsAnew() {
    fail(misses);
    now += PAUSE;
    assertThat(misses.endsPause(now)).isTrue();
    misses.hit();
    fail(misses);
    assertThat(misses.endsPause(now + PAUSE)).as("the first pause again").isTrue();
  }

  @Test
  void aClockThatWasAheadMakesNoPauseLonger() {
    fail(misses);
    misses.correctClock(now - 6 * PAUSE);
    assertThat(misses.endsPause(now - 5 * PAUSE - 1)).isFalse();
    assertThat(misses.endsPause(now - 5 * PAUSE)).isTrue();
  }

  private void fail(KernelMisses failing) {
    now -= LEASE;
    for (int miss = 1; miss < KernelMisses.MOST; miss++) {
      assertThat(failing.miss(now, LEASE)).isFalse();
    }
    now += LEASE;
    assertThat(failing.miss(now, LEASE)).isTrue();
    assertThat(failing.miss(now, LEASE)).as("known already").isFalse();
  }
}

package io.wattune.sinks.influx;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: twice as long each time up to a bound, of which a
 * random half is left out, so that sinks that lost their store together do not come back together.
 */
final class Backoff {
  static final Duration SHORTEST = Duration.ofMillis(200);
  static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int MOST_DOUBLINGS = 20;

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The wait after an attempt.
   *
   * @param attempt from 0
   * @param atLeast what the store asked for; a longer one than the bound is cut to it
   */
  Duration after(int attempt, Duration atLeast) {
    long grown = SHORTEST.toNanos() << Math.min(attempt, MOST_DOUBLINGS);
    long full = Math.min(grown, LONGEST.toNanos());
    long wait = full / 2 + random.nextLong(full / 2 + 1);
    // Compared as it is: what a store asks for may be longer than nanoseconds can say.
    Duration asked = atLeast.compareTo(LONGEST) < 0 ? atLeast : LONGEST;
    return Duration.ofNanos(Math.max(wait, asked.toNanos()));
  }
}

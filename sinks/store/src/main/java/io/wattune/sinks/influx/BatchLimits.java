package io.wattune.sinks.influx;

import java.time.Duration;

/**
 * When a batch is full. A record is never split, so a batch may exceed the number of points by
 * those of one record.
 *
 * @param maxPoints points, 1..100,000; at 5,000 to 20,000 stores are fastest
 * @param maxAge how long points may wait for others, 10 ms to 1 minute
 */
public record BatchLimits(int maxPoints, Duration maxAge) {
  /** 10,000 points or one second. */
  public static final BatchLimits DEFAULT = new BatchLimits(10_000, Duration.ofSeconds(1));

  public BatchLimits {
    if (maxPoints < 1 || maxPoints > 100_000) {
      throw new IllegalArgumentException("maxPoints must be in 1..100000, was " + maxPoints);
    }
    if (maxAge.toMillis() < 10 || maxAge.toSeconds() > 60) {
      throw new IllegalArgumentException("maxAge must be in 10 ms..1 min, was " + maxAge);
    }
  }

  /** Records without points, such as the ones that cannot be read, take up room as well. */
  boolean isFull(int points, int records) {
    return points >= maxPoints || records >= maxPoints;
  }
}

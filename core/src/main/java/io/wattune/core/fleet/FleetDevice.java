package io.wattune.core.fleet;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one device beside its energy. A device that is removed leaves a mark, since
 * across topics no order is assumed: what was measured before must not bring it back.
 *
 * @param facts of its descriptor; null before there is one
 * @param newest its newest sample; null before there is one
 * @param removedAtNanos epoch nanoseconds of the newest removal; 0 for none
 * @param removedFactsNanos when the descriptor that was removed was made; 0 for none
 */
public record FleetDevice(
    @Nullable DeviceFacts facts,
    @Nullable PowerSample newest,
    long removedAtNanos,
    long removedFactsNanos) {

  /** A device of which nothing is known. */
  public static final FleetDevice UNKNOWN = new FleetDevice(null, null, 0, 0);

  /** Whether it is there; a mark of a removed one is not. */
  public boolean isThere() {
    return facts != null || newest != null;
  }

  /** Whether a time belongs to a life that has ended. */
  boolean isBeforeRemoval(long timeNanos) {
    return removedAtNanos > 0 && timeNanos <= removedAtNanos;
  }

  /** A descriptor has come; one that is not newer than one that was removed says nothing. */
  FleetDevice described(DeviceFacts news) {
    return removedFactsNanos > 0 && news.describedAtNanos() <= removedFactsNanos
        ? this
        : new FleetDevice(news, newest, removedAtNanos, removedFactsNanos);
  }

  /** A sample has come. */
  FleetDevice measured(PowerSample sample) {
    if (isBeforeRemoval(sample.timeNanos())) {
      return this;
    }
    PowerSample holds = newest == null ? sample : newest.newest(sample);
    return new FleetDevice(facts, holds, removedAtNanos, removedFactsNanos);
  }

  /** It was removed; a removal that is known already, or is older, says nothing. */
  FleetDevice removed(long atNanos) {
    if (atNanos <= removedAtNanos) {
      return this;
    }
    long factsNanos = facts == null ? removedFactsNanos : facts.describedAtNanos();
    PowerSample after = newest != null && newest.timeNanos() > atNanos ? newest : null;
    return new FleetDevice(null, after, atNanos, factsNanos);
  }
}

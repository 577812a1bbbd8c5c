package io.wattune.core.counter;

/** What a counter's value says of its interval. */
public enum CounterKind {
  /** By how much a count grew within it. */
  INCREASE,
  /** The mean over it. */
  MEAN,
  /** As it was at its end. */
  LAST
}

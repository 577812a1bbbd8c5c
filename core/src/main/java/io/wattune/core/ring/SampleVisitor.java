package io.wattune.core.ring;

import io.wattune.core.reading.Spacing;

/** Receives the samples of a ring. */
@FunctionalInterface
public interface SampleVisitor {
  void sample(long timeNanos, int value, Spacing spacing);
}

package io.wattune.testbed.standin;

import java.io.IOException;

/** What a load program reports of its steps. For one thread. */
interface StepReport extends AutoCloseable {
  /** Nothing. */
  StepReport NONE = step -> {};

  /**
   * A step.
   *
   * @param number from 0
   * @param startNanos epoch
   * @param endNanos epoch
   */
  record Step(long number, long startNanos, long endNanos) {}

  /** A step is done. */
  void done(Step step) throws IOException;

  @Override
  default void close() throws IOException {}
}

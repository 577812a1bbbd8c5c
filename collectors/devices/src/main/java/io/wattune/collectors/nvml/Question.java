package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.NvmlException;

/**
 * Something that a GPU is asked for to see whether it gives it. Only a plain "no" is taken for one:
 * what a driver in trouble answers, it may give in the next moment, and who takes that for a "no"
 * has a GPU without it for as long as it runs.
 */
@FunctionalInterface
interface Question {
  /** An error that may pass is seldom there three times on end. */
  int TRIES = 3;

  /** Asks once. */
  void ask() throws NvmlException;

  /**
   * Whether it is given.
   *
   * @throws NvmlException where the GPU is lost, or what is no plain "no" stays the answer
   */
  default boolean isGiven() throws NvmlException {
    for (int left = TRIES - 1; ; left--) {
      try {
        ask();
        return true;
      } catch (NvmlException e) {
        if (e.code().isNever()) {
          return false;
        }
        if (e.code().isLoss() || left <= 0) {
          throw e;
        }
      }
    }
  }
}

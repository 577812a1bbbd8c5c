package io.wattune.core.sensor;

/**
 * Where the samples of a step lie until it is judged. Whoever feeds {@link StepCalibrator} keeps
 * the samples of some minutes anyway; a second copy of them would be most of its state.
 */
@FunctionalInterface
public interface StepSamples {

  /**
   * Copies the oldest samples after a time.
   *
   * @param afterNanos later than this
   * @param seconds where their times since then go; as many samples as it holds are there
   * @param watts where their values go, as many
   */
  void copy(long afterNanos, double[] seconds, double[] watts);
}

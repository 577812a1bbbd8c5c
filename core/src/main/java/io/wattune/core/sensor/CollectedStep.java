package io.wattune.core.sensor;

/**
 * The samples of a rising edge that has been collected to its end.
 *
 * @param seconds times since the last sample before it, ascending; {@link Comb} moves them
 * @param watts the samples
 */
@SuppressWarnings("ArrayRecordComponent") // Made for one judgement, never compared.
record CollectedStep(double[] seconds, double[] watts) {

  /** The step that a state has collected. */
  static CollectedStep of(CalibrationState state, StepSamples samples) {
    var step = new CollectedStep(new double[state.collected], new double[state.collected]);
    samples.copy(state.baseNanos, step.seconds, step.watts);
    return step;
  }

  int count() {
    return watts.length;
  }
}

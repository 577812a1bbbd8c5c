package io.wattune.core.energymodel;

/** Predicts a kernel's power from the rates of its counters. */
@FunctionalInterface
public interface PowerModel {

  /**
   * Power of a kernel.
   *
   * @param rates one for each counter of the table that the model was fitted to
   */
  PowerPrediction predict(double[] rates);
}

package io.wattune.core.ledger.entry;

/**
 * What the device's own energy counter says of an entry's interval.
 *
 * @param microjoules the counter's energy
 * @param errorMicrojoules its standard error: resolution and update period at both ends
 * @param disagrees whether it lies farther from the integral than both errors allow
 */
public record CounterEnergy(long microjoules, long errorMicrojoules, boolean disagrees) {

  public CounterEnergy {
    if (errorMicrojoules < 0) {
      throw new IllegalArgumentException(
          "errorMicrojoules must be at least 0, was " + errorMicrojoules);
    }
  }
}

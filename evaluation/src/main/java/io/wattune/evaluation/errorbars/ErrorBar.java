package io.wattune.evaluation.errorbars;

import io.wattune.evaluation.recording.Recording;

/**
 * One ledger entry beside the meter.
 *
 * @param recording what it is from
 * @param kind what it is of
 * @param name of the activity; start of a window
 * @param energyJoules what the ledger says
 * @param errorJoules the standard error that it states, above 0
 * @param meterJoules what the meter says
 */
public record ErrorBar(
    Recording recording,
    Kind kind,
    String name,
    double energyJoules,
    double errorJoules,
    double meterJoules) {

  /** What an entry is of. */
  public enum Kind {
    /** A recorded activity. */
    ACTIVITY("activities"),
    /** All entries of one name together. */
    SUM("sums by name"),
    /** From the first start, or to the last end: energy between two times. */
    SPAN("spans"),
    /** A window of the clock. */
    WINDOW("windows");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** Error over stated error. */
  double z() {
    return (energyJoules - meterJoules) / errorJoules;
  }
}

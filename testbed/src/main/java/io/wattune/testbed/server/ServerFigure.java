package io.wattune.testbed.server;

/**
 * A figure of the document beside ours.
 *
 * @param figure its number there
 * @param what what it says
 * @param paper as the document has it: a number, or words
 * @param ours as it came out, in the same form
 * @param kind whether it was used to make the testbed
 */
public record ServerFigure(String figure, String what, String paper, String ours, Kind kind) {
  /** Whether agreement shows anything. */
  public enum Kind {
    /** The testbed was made so that it agrees. */
    CALIBRATION,
    /** Nothing of it was used. */
    PREDICTION
  }
}

package io.wattune.testbed.server;

import java.util.Locale;

/**
 * A figure of a publication beside ours.
 *
 * @param figure its number there; empty where it has none
 * @param what what it says
 * @param paper as the publication has it: a number, or words
 * @param ours as it came out, in the same form
 * @param kind what agreement shows
 */
public record DocumentFigure(String figure, String what, String paper, String ours, Kind kind) {
  /** What agreement shows. */
  public enum Kind {
    /** Nothing: the testbed was made so that it agrees. */
    CALIBRATION,
    /** Something: it came out. */
    PREDICTION,
    /** There is nothing to hold it against without the card and the camera. */
    NEEDS_THE_CARD;

    /** For people and for programs. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}

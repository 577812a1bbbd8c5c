package io.wattune.core.ledger;

/**
 * How a revision tells how often a device's clock had been set back: times {@value #REVISIONS}.
 * Revisions of windows and of true power carry it, so that whoever goes by time, and takes what is
 * later for newer, can see that time began anew.
 */
public final class ClockLife {
  static final int REVISIONS = 1 << 20;

  private static final int MOST = Integer.MAX_VALUE / REVISIONS;

  private ClockLife() {}

  /** The lowest revision of a life. */
  static int firstRevision(int setBacks) {
    return Math.min(setBacks, MOST) * REVISIONS;
  }

  /** How often the clock had been set back when a window or true power of a revision was made. */
  public static int of(int revision) {
    return revision / REVISIONS;
  }

  /** Whether it is a revision that something is put out with for the first time. */
  public static boolean isFirst(int revision) {
    return revision % REVISIONS == 0;
  }
}

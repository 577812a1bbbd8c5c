package io.wattune.core.power;

/**
 * How the ledger's revisions go on where a device's clock was set back: from {@value #REVISIONS}
 * for each time, so that what comes then is newer than all before it, whatever its time. Readers of
 * records need not know that: records say how often the clock was set back. Those of releases that
 * did not have it in their revisions alone.
 */
public final class ClockLife {
  public static final int REVISIONS = 1 << 20;

  private static final int MOST = Integer.MAX_VALUE / REVISIONS;

  private ClockLife() {}

  /** The lowest revision of a life. */
  public static int firstRevision(int setBacks) {
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

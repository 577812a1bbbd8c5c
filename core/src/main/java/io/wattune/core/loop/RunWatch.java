package io.wattune.core.loop;

/**
 * Whether kernels run for long enough to have settings of their own: whether at least half of their
 * time, over the last ten seconds of it, exponentially forgotten, is spent in runs of some length.
 * A run is one invocation, or several of the same kernel in a row. Test: {@code RunWatchTest}.
 */
final class RunWatch {
  private static final double MEMORY_SECONDS = 10;

  /** Most of the kernels' time that may be spent in shorter runs. */
  private static final double MOST_SHARE = 0.5;

  /** Share of that below which they are long enough again. */
  private static final double RETURN = 0.7;

  private String name = "";
  private double runSeconds;
  private double shortSeconds;
  private double seconds;
  private boolean areTooShort;

  /**
   * A kernel has run for so long; in the order of time.
   *
   * @return whether the answer is another one than before
   */
  boolean take(String newName, double kernelSeconds, long shortestRunNanos) {
    double shortest = shortestRunNanos * 1e-9;
    double kept = StrictMath.exp(-kernelSeconds / MEMORY_SECONDS);
    seconds *= kept;
    shortSeconds *= kept;
    if (!newName.equals(name)) {
      if (runSeconds < shortest) {
        seconds += runSeconds;
        shortSeconds += runSeconds;
      }
      name = newName;
      runSeconds = 0;
    }
    // A run counts as a long one as soon as it is: the only kernel of a device never ends it.
    boolean wasLong = runSeconds >= shortest;
    runSeconds += kernelSeconds;
    if (runSeconds >= shortest) {
      seconds += wasLong ? kernelSeconds : runSeconds;
    }
    // Of less than two such runs nothing is said.
    double limit = MOST_SHARE * (areTooShort ? RETURN : 1);
    boolean before = areTooShort;
    areTooShort = seconds >= 2 * shortest && shortSeconds > limit * seconds;
    return before != areTooShort;
  }

  /** Whether the newest answer was that they are too short. */
  boolean areTooShort() {
    return areTooShort;
  }
}

package io.wattune.core.estimate;

/**
 * Activities that follow each other, and the samples that saw them. Time is cut into segments, in
 * each of which either nothing ran or one activity did. All columns belong to the pool and are not
 * copied; times are in seconds from one origin, the sensor's delay undone.
 *
 * @param seconds times of the samples, ascending
 * @param watts what the sensor showed
 * @param variances variance of each sample, in W^2
 * @param cuts ends of the segments, ascending, one more than there are segments
 * @param groups of each segment: {@link #GAP}, {@link #OWN}, or a number from 1 on for each name
 * @param idle what is known of power in gaps before the samples are looked at
 * @param placeSeconds how well the samples' own times are known: standard deviation
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record Pool(
    double[] seconds,
    double[] watts,
    double[] variances,
    double[] cuts,
    int[] groups,
    IdleLevel idle,
    double placeSeconds) {

  /** Short time between two activities: all of these have one level. */
  public static final int GAP = 0;

  /** A long quiet, or what else has a level for itself. */
  public static final int OWN = -1;

  public Pool {
    if (watts.length != seconds.length || variances.length != seconds.length) {
      throw new IllegalArgumentException(
          "all columns of a pool's samples must have one length, were %s, %s and %s"
              .formatted(seconds.length, watts.length, variances.length));
    }
    if (cuts.length != groups.length + 1) {
      throw new IllegalArgumentException(
          "cuts must be one more than groups, were " + cuts.length + " and " + groups.length);
    }
    for (int i = 1; i < cuts.length; i++) {
      if (!(cuts[i] > cuts[i - 1])) {
        throw new IllegalArgumentException(
            "cuts of a pool must ascend, was " + cuts[i] + " after " + cuts[i - 1]);
      }
    }
  }

  /**
   * What is known of a level.
   *
   * @param watts its mean, by the sensor's scale
   * @param errorWatts its standard error, above 0
   */
  public record IdleLevel(double watts, double errorWatts) {
    public IdleLevel {
      if (!(Math.abs(watts) <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException("watts of an idle level must be finite, was " + watts);
      }
      if (!(errorWatts > 0 && errorWatts <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "errorWatts of an idle level must be finite and above 0, was " + errorWatts);
      }
    }
  }

  /**
   * The same with activities that begin and end a little later; long quiets stay where they are
   * cut.
   */
  Pool moved(double startsBySeconds, double endsBySeconds) {
    double[] moved = cuts.clone();
    for (int s = 0; s < groups.length; s++) {
      if (groups[s] > GAP) {
        moved[s] += startsBySeconds;
        moved[s + 1] += endsBySeconds;
      }
    }
    return new Pool(seconds, watts, variances, moved, groups, idle, placeSeconds);
  }

  /** Length of the shortest segment; 0 where two activities follow each other without a gap. */
  double shortestSeconds() {
    double shortest = Double.POSITIVE_INFINITY;
    for (int s = 0; s < groups.length; s++) {
      boolean meets = s > 0 && groups[s] > GAP && groups[s - 1] > GAP;
      shortest = meets ? 0 : Math.min(shortest, lengthSeconds(s));
    }
    return shortest;
  }

  int samples() {
    return seconds.length;
  }

  int segments() {
    return groups.length;
  }

  double lengthSeconds(int segment) {
    return cuts[segment + 1] - cuts[segment];
  }
}

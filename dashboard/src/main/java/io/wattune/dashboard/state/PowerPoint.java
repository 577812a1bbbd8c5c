package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import java.util.ArrayList;
import java.util.List;

/**
 * Power in a stretch of time; NaN where there is none.
 *
 * @param timeNanos where it begins, epoch nanoseconds
 * @param rawWatts mean of what the sensor said
 * @param meanWatts mean of the true power
 * @param lowestWatts lowest true power
 * @param highestWatts highest true power
 * @param errorWatts mean standard error of the true power
 * @param quality worst quality of the samples
 * @param samples how many there are
 */
public record PowerPoint(
    long timeNanos,
    double rawWatts,
    double meanWatts,
    double lowestWatts,
    double highestWatts,
    double errorWatts,
    Quality quality,
    int samples) {

  /**
   * The same in equal stretches of time, those without a point left out.
   *
   * @param points in the order of time
   * @param fromNanos where the first stretch begins
   * @param stepNanos length of a stretch, above 0
   */
  public static List<PowerPoint> inSteps(List<PowerPoint> points, long fromNanos, long stepNanos) {
    List<PowerPoint> joined = new ArrayList<>();
    int begin = 0;
    for (int end = 1; end <= points.size(); end++) {
      long step = points.get(begin).step(fromNanos, stepNanos);
      if (end == points.size() || points.get(end).step(fromNanos, stepNanos) != step) {
        joined.add(join(points.subList(begin, end), fromNanos + step * stepNanos));
        begin = end;
      }
    }
    return joined;
  }

  private long step(long fromNanos, long stepNanos) {
    return Math.floorDiv(timeNanos - fromNanos, stepNanos);
  }

  private static PowerPoint join(List<PowerPoint> points, long timeNanos) {
    double raw = 0;
    double mean = 0;
    double error = 0;
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    int all = 0;
    int powered = 0;
    Quality worst = Quality.MEASURED;
    for (PowerPoint each : points) {
      all += each.samples;
      raw += each.rawWatts * each.samples;
      worst = worst.worst(each.quality);
      if (!Double.isNaN(each.meanWatts)) {
        powered += each.samples;
        mean += each.meanWatts * each.samples;
        error += each.errorWatts * each.samples;
        lowest = Math.min(lowest, each.lowestWatts);
        highest = Math.max(highest, each.highestWatts);
      }
    }
    double none = powered == 0 ? Double.NaN : 0;
    return new PowerPoint(
        timeNanos,
        raw / all,
        none + mean / powered,
        none + lowest,
        none + highest,
        none + error / powered,
        worst,
        all);
  }
}

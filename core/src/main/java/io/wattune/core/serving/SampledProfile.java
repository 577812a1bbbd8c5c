package io.wattune.core.serving;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.masktime.Dealing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A profile from a tenth of its settings. The lowest and the highest clock are measured at some
 * numbers of units, the others with all units only; at the middle one seven more show how good that
 * is. In between:
 *
 * <ul>
 *   <li>over units a time is straight in the largest share that a unit has (Chow 2023, section
 *       3.3.3): kernels are bound by it or by something else, so that their sum is convex in it and
 *       has corners. The numbers of units are chosen one after another where a convex curve through
 *       what is known could be furthest from the straight line;
 *   <li>over clocks a time is straight in one over the clock, scaled to what all units show;
 *   <li>a request's work is the same whatever the setting, so that what it takes above waiting is
 *       straight in the share, too, and goes with clocks as with all units.
 * </ul>
 *
 * <p>Power between requests is the GPU's, not the model's, and known from empty kernels. Errors are
 * stated by {@link #largestSecondsError()}. Test: {@code SampledProfileTest}.
 */
public final class SampledProfile implements ServingProfile {
  private static final int CLOCKS = 2;

  /** Settings at the middle clock that are measured to be compared. */
  private static final int CHECKS = 7;

  private final ServingProfile measured;
  private final double[] shares;
  private final int[] sampledClocks;
  private final TreeMap<Double, Integer> sampledUnits = new TreeMap<>();
  private final Map<ServingSetting, Sample> samples;
  private double apart;
  private final double checkError;

  private record Sample(double seconds, double joules) {}

  private SampledProfile(ServingProfile measured, CuLayout layout) {
    this.measured = measured;
    this.samples = new HashMap<>();
    int clocks = measured.megaHertz().size();
    int budget = clocks * measured.units() / 10;
    this.sampledClocks = new int[] {0, clocks - 1};
    this.shares = new double[measured.units() + 1];
    for (int count = 1; count < shares.length; count++) {
      shares[count] =
          Dealing.EQUAL.largestShare(
              CuMask.of(layout, CuPlacement.CONSERVED, count).countsByEngine(layout));
    }
    int ofClock = (budget - CHECKS - (clocks - CLOCKS)) / CLOCKS;
    if (clocks < CLOCKS || ofClock < 3) {
      throw new IllegalArgumentException("a tenth of the settings is too few to go by");
    }
    chooseUnits(ofClock);
    for (int clock = 0; clock < clocks; clock++) {
      sample(clock, measured.units());
    }
    for (int clock : sampledClocks) {
      sampledUnits.values().forEach(count -> sample(clock, count));
    }
    this.checkError = checked();
  }

  /** Measures a tenth of a profile's settings, for requests that are served one at a time. */
  public static SampledProfile of(ServingProfile measured, CuLayout layout) {
    return new SampledProfile(measured, layout);
  }

  private Sample sample(int clock, int count) {
    var setting = new ServingSetting(measured.megaHertz().get(clock), count, 1);
    return samples.computeIfAbsent(
        setting,
        each -> {
          double seconds = measured.seconds(each);
          double above = measured.busyWatts(each) - measured.waitingWatts(each);
          return new Sample(seconds, above * seconds);
        });
  }

  /** How many settings were measured. */
  public int measurements() {
    return samples.size();
  }

  private void chooseUnits(int number) {
    int highest = measured.megaHertz().size() - 1;
    sampledUnits.put(shares[measured.units()], measured.units());
    sampledUnits.put(shares[1], 1);
    int between = nearest(Math.sqrt(shares[measured.units()]), shares[measured.units()], 1);
    sampledUnits.put(shares[between], between);
    while (true) {
      List<Double> xs = new ArrayList<>(sampledUnits.keySet());
      double[] ys =
          sampledUnits.values().stream()
              .mapToDouble(count -> sample(highest, count).seconds())
              .toArray();
      int best = 0;
      double furthest = 0;
      apart = 0;
      for (int i = 0; i + 1 < ys.length; i++) {
        Corner corner = corner(xs, ys, i);
        apart = Math.max(apart, corner.apart());
        int count = nearest(corner.x(), xs.get(i), xs.get(i + 1));
        if (count > 0 && corner.apart() > furthest) {
          furthest = corner.apart();
          best = count;
        }
      }
      if (sampledUnits.size() >= number || best == 0) {
        return;
      }
      sampledUnits.put(shares[best], best);
    }
  }

  /** Where a convex curve can be furthest below the straight line, and how far, as a part. */
  private record Corner(double x, double apart) {}

  private static Corner corner(List<Double> xs, double[] ys, int at) {
    double x0 = xs.get(at);
    double x1 = xs.get(at + 1);
    double slope = (ys[at + 1] - ys[at]) / (x1 - x0);
    // The neighbours' lines, drawn further, bound it. At the ends nothing but 0 is known.
    double left = at > 0 ? (ys[at] - ys[at - 1]) / (x0 - xs.get(at - 1)) : Math.min(0, slope);
    double right =
        at + 2 < ys.length ? (ys[at + 2] - ys[at + 1]) / (xs.get(at + 2) - x1) : ys[at + 1] / x1;
    if (right - left <= 0 || slope <= left || slope >= right) {
      return new Corner((x0 + x1) / 2, 0);
    }
    double x = (ys[at + 1] - ys[at] + left * x0 - right * x1) / (left - right);
    double low = ys[at] + left * (x - x0);
    double line = ys[at] + slope * (x - x0);
    return new Corner(x, (line - low) / Math.max(low, 1e-3 * line));
  }

  /**
   * The number of units whose share is nearest to one, strictly between two; 0 if there is none.
   */
  private int nearest(double share, double low, double high) {
    int best = 0;
    for (int count = 1; count < shares.length; count++) {
      boolean isBetween = shares[count] > low * (1 + 1e-9) && shares[count] < high * (1 - 1e-9);
      if (isBetween
          && (best == 0 || Math.abs(shares[count] - share) < Math.abs(shares[best] - share))) {
        best = count;
      }
    }
    return best;
  }

  /**
   * Part by which a time is off at most: as far as a convex curve could be from the straight lines,
   * and twice what the checks show, since they are few.
   */
  public double largestSecondsError() {
    return apart + 2 * checkError;
  }

  /**
   * The largest error where something was measured that nothing is made of: at the middle clock,
   * with units that are as good as sampled ones by their largest share, but are more or fewer.
   */
  private double checked() {
    int middle = measured.megaHertz().size() / 2;
    List<Integer> counts = new ArrayList<>();
    for (int count = 1; count < shares.length; count++) {
      if (!sampledUnits.containsValue(count) && oddity(count) > 0) {
        counts.add(count);
      }
    }
    double largest = 0;
    int checks = Math.min(CHECKS, counts.size());
    for (int check = 0; check < checks; check++) {
      int count = counts.get(check * (counts.size() - 1) / Math.max(1, checks - 1));
      var setting = new ServingSetting(measured.megaHertz().get(middle), count, 1);
      double said = value(setting, true);
      largest = Math.max(largest, Math.abs(said / sample(middle, count).seconds() - 1));
    }
    return largest;
  }

  /**
   * How different a number of units is from the sampled one that is nearest by its share, less how
   * near that is.
   */
  private double oddity(int count) {
    double nearest = Double.POSITIVE_INFINITY;
    int other = count;
    for (int sampled : sampledUnits.values()) {
      double apartBy = Math.abs(StrictMath.log(shares[sampled] / shares[count]));
      if (apartBy < nearest) {
        nearest = apartBy;
        other = sampled;
      }
    }
    return Math.abs(StrictMath.log((double) other / count)) - nearest;
  }

  @Override
  public List<Integer> megaHertz() {
    return measured.megaHertz();
  }

  @Override
  public int units() {
    return measured.units();
  }

  @Override
  public double seconds(ServingSetting setting) {
    return value(setting, true);
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    return waitingWatts(setting) + value(setting, false) / value(setting, true);
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return measured.waitingWatts(setting);
  }

  private double value(ServingSetting setting, boolean isSeconds) {
    if (setting.batch() != 1) {
      throw new IllegalArgumentException("only requests one at a time were measured");
    }
    int clock = measured.megaHertz().indexOf(setting.megaHertz());
    double x = shares[setting.units()];
    var below = sampledUnits.floorEntry(x * (1 + 1e-12));
    var above = sampledUnits.ceilingEntry(x * (1 - 1e-12));
    if (below == null || above == null) {
      throw new IllegalArgumentException("there are no " + setting.units() + " units");
    }
    double low = overClocks(clock, below.getValue(), isSeconds);
    double high = overClocks(clock, above.getValue(), isSeconds);
    double width = above.getKey() - below.getKey();
    return width <= 0 ? low : low + (high - low) * (x - below.getKey()) / width;
  }

  private double of(int clock, int count, boolean isSeconds) {
    Sample sample = sample(clock, count);
    return isSeconds ? sample.seconds() : sample.joules();
  }

  /** By the lowest and the highest clock, as all units go between them. */
  private double overClocks(int clock, int count, boolean isSeconds) {
    double low = ratio(sampledClocks[0], count, isSeconds);
    double high = ratio(sampledClocks[1], count, isSeconds);
    double slow = 1.0 / measured.megaHertz().get(sampledClocks[0]);
    double fast = 1.0 / measured.megaHertz().get(sampledClocks[1]);
    double part = (1.0 / measured.megaHertz().get(clock) - fast) / (slow - fast);
    return of(clock, measured.units(), isSeconds) * (high + part * (low - high));
  }

  private double ratio(int clock, int count, boolean isSeconds) {
    return of(clock, count, isSeconds) / of(clock, measured.units(), isSeconds);
  }
}

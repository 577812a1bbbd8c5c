package io.wattune.core.masktime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The constants of one form. Given the floors and how work is dealt, a time is linear in the rest:
 * those are searched on a grid and then refined one by one, and for each the rest is solved
 * exactly.
 */
final class FormFit {
  private static final int MOST_BLOCKS = 4096;

  /** Numbers of blocks go up by at most one part in so many. */
  private static final int BLOCK_STEPS = 200;

  private static final int BLOCKS_KEPT = 8;
  private static final int FLOORS = 16;
  private static final int ENGINE_FLOORS = 8;
  private static final int REFINEMENTS = 40;

  private final int[][] units;
  private final double[] weights;
  private final int[] engines;
  private final double[] joined;

  /** By whether there is a fixed part, and one for each unit. */
  private final SmallLeastSquares[][] linear = new SmallLeastSquares[2][2];

  /** Numbers of blocks with their shares, which all forms ask for. */
  private final List<Dealt> byBlocks = new ArrayList<>();

  private final Map<TimeForm, List<Dealt>> likely = new HashMap<>();

  FormFit(List<MeasuredMask> table) {
    int n = table.size();
    units = new int[n][];
    weights = new double[n];
    double[] counts = new double[n];
    engines = new int[n];
    joined = new double[n];
    for (int i = 0; i < n; i++) {
      units[i] = table.get(i).units().stream().mapToInt(Integer::intValue).toArray();
      weights[i] = 1 / table.get(i).seconds();
      counts[i] = weights[i] * table.get(i).count();
      engines[i] = Dealing.enginesInUse(units[i]);
    }
    linear[0][0] = new SmallLeastSquares(List.of());
    linear[1][0] = new SmallLeastSquares(List.of(weights));
    linear[0][1] = new SmallLeastSquares(List.of(counts));
    linear[1][1] = new SmallLeastSquares(List.of(weights, counts));
    for (int blocks = 1; blocks <= MOST_BLOCKS; blocks += 1 + blocks / BLOCK_STEPS) {
      byBlocks.add(dealt(Dealing.of(blocks, 1)));
    }
  }

  /**
   * A fit.
   *
   * @param squares sum of the squared relative errors
   */
  record Solution(MaskTime time, double squares) {}

  /**
   * A way to deal, and the shares of units of each engine, by row; the largest of each row with the
   * ends of these, and the engines that have any.
   */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  private record Dealt(
      Dealing dealing,
      double[][] shares,
      double[] largest,
      int[] working,
      double least,
      double most) {}

  /** What is searched. */
  private record Point(Dealt dealt, double device, double engine) {}

  Solution solve(TimeForm form) {
    Solution best = null;
    Point start = null;
    for (Dealt dealt : candidates(form)) {
      for (double device : floors(form.hasDeviceFloor(), dealt, FLOORS, 1)) {
        for (double engine : floors(form.hasEngineFloor(), dealt, ENGINE_FLOORS, engines())) {
          var point = new Point(dealt, device, engine);
          Solution solution = linear(form, point);
          if (best == null || solution.squares() < best.squares()) {
            best = solution;
            start = point;
          }
        }
      }
    }
    if (best == null || start == null) {
      throw new IllegalStateException("a form has at least one way to deal work");
    }
    return refine(form, start, best);
  }

  private int engines() {
    return Arrays.stream(engines).max().orElse(1);
  }

  private Dealt dealt(Dealing dealing) {
    double[][] shares = new double[units.length][];
    double[] largest = new double[units.length];
    int[] working = new int[units.length];
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int i = 0; i < units.length; i++) {
      shares[i] = dealing.shares(units[i]);
      working[i] = (int) Arrays.stream(shares[i]).filter(share -> share > 0).count();
      largest[i] = Arrays.stream(shares[i]).max().orElse(0);
      least = Math.min(least, largest[i]);
      most = Math.max(most, largest[i]);
    }
    return new Dealt(dealing, shares, largest, working, least, most);
  }

  private List<Dealt> candidates(TimeForm form) {
    return switch (form.grain()) {
      case EQUAL -> List.of(dealt(Dealing.EQUAL));
      case PROPORTION -> {
        List<Dealt> all = new ArrayList<>();
        for (int fifths = 1; fifths <= 5; fifths++) {
          all.add(dealt(new Dealing(0, 1, fifths / 5.0)));
        }
        yield all;
      }
      case BLOCKS -> likelyBlocks(form);
    };
  }

  /** The numbers of blocks that fit best, with a coarse grid of floors and a sharp knee. */
  private List<Dealt> likelyBlocks(TimeForm form) {
    TimeForm sharp = form.withKnee(Knee.SHARP);
    List<Dealt> known = likely.get(sharp);
    if (known != null) {
      return known;
    }
    record Likely(Dealt dealt, double squares) {}
    List<Likely> all = new ArrayList<>();
    for (Dealt dealt : byBlocks) {
      double least = Double.MAX_VALUE;
      for (double device : floors(form.hasDeviceFloor(), dealt, 5, 1)) {
        for (double engine : floors(form.hasEngineFloor(), dealt, 3, engines())) {
          least = Math.min(least, linear(sharp, new Point(dealt, device, engine)).squares());
        }
      }
      all.add(new Likely(dealt, least));
    }
    List<Dealt> best =
        all.stream()
            .sorted(Comparator.comparingDouble(Likely::squares))
            .limit(BLOCKS_KEPT)
            .map(Likely::dealt)
            .toList();
    likely.put(sharp, best);
    return best;
  }

  /** Values from below the least share to the largest, in equal ratios. */
  private static double[] floors(boolean isWanted, Dealt dealt, int number, int engines) {
    if (!isWanted) {
      return new double[] {0};
    }
    double least = 0.5 * dealt.least();
    double most = engines * dealt.most();
    double[] floors = new double[number];
    for (int i = 0; i < number; i++) {
      floors[i] = least * StrictMath.pow(most / least, (double) i / number);
    }
    return floors;
  }

  /** One number at a time, up and down, by less and less. */
  private Solution refine(TimeForm form, Point from, Solution first) {
    Point point = from;
    Solution best = first;
    double step = 0.2;
    for (int round = 0; round < REFINEMENTS; round++) {
      boolean isBetter = false;
      for (Point next : neighbours(form, point, step)) {
        Solution solution = linear(form, next);
        if (solution.squares() < best.squares()) {
          best = solution;
          point = next;
          isBetter = true;
        }
      }
      if (!isBetter) {
        step /= 2;
      }
    }
    return best;
  }

  private List<Point> neighbours(TimeForm form, Point at, double step) {
    List<Point> all = new ArrayList<>();
    for (double factor : new double[] {1 + step, 1 / (1 + step)}) {
      if (form.hasDeviceFloor()) {
        all.add(new Point(at.dealt(), at.device() * factor, at.engine()));
      }
      if (form.hasEngineFloor()) {
        all.add(new Point(at.dealt(), at.device(), at.engine() * factor));
      }
      if (form.grain() == TimeForm.Grain.PROPORTION) {
        double proportion = Math.min(1, at.dealt().dealing().proportion() * factor);
        all.add(new Point(dealt(new Dealing(0, 1, proportion)), at.device(), at.engine()));
      }
    }
    return all;
  }

  /** The linear rest, exactly; no part of it below 0. */
  private Solution linear(TimeForm form, Point point) {
    Dealt dealt = point.dealt();
    Knee knee = form.knee();
    for (int i = 0; i < joined.length; i++) {
      double join =
          knee.isOfEachEngine()
              ? knee.join(units[i], dealt.shares()[i], point.device(), point.engine())
              : knee.join(dealt.largest()[i], dealt.working()[i], point.device(), point.engine());
      joined[i] = weights[i] * join;
    }
    SmallLeastSquares rest = linear[form.hasFixed() ? 1 : 0][form.hasPerUnit() ? 1 : 0];
    SmallLeastSquares.Solved solved = rest.toOnes(joined);
    double[] x = solved.coefficients();
    var time =
        new MaskTime(
            form.hasFixed() ? x[1] : 0,
            form.hasPerUnit() ? x[x.length - 1] : 0,
            x[0],
            point.device(),
            point.engine(),
            knee,
            dealt.dealing());
    return new Solution(time, solved.squares());
  }
}

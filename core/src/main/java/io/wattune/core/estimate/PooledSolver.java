package io.wattune.core.estimate;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.square;

import io.wattune.core.algebra.Cholesky;
import java.util.List;

/**
 * The linear algebra of {@link PooledLevels}, for one response and one activity asked for. Columns
 * of the weights are the pool's segments, and a last one for what was before it.
 */
final class PooledSolver {
  private final Pool pool;
  private final double[][] weights;
  private final int segment;

  /** What is thought beforehand, and its columns. */
  private final CrudeLevels levels;

  private final int[] groupOf;
  private final double[] means;
  private final double[] freedoms;
  private final double[][] shares;

  /** Of noise, and of what is not known of levels; and for random effects. */
  private final Covariances known;

  /** What is not known of constants, and of when each sample was taken. */
  private final Covariances doubted;

  private final Target one;
  private final Target all;

  /** What samples are beyond what levels beforehand make of them. */
  private final double[] unexplained;

  /** Covariance of each sample with the power of gaps. */
  private final double[] toIdle;

  private final boolean hasGaps;

  /**
   * Covariances of the samples.
   *
   * @param ofLevels at the levels; lower triangle
   * @param ofEffects for random effects of the size of their levels; lower triangle
   * @param variances of each sample by itself
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by who made it, never compared.
  private record Covariances(double[][] ofLevels, double[][] ofEffects, double[] variances) {
    static Covariances of(double[] variances) {
      int n = variances.length;
      var none = new Covariances(new double[n][], new double[n][], variances);
      for (int i = 0; i < n; i++) {
        none.ofLevels[i] = new double[i + 1];
        none.ofEffects[i] = new double[i + 1];
      }
      return none;
    }
  }

  /**
   * Weights, had something been a standard deviation less, and more.
   *
   * @param isCommon whether it is the same of all samples, as a delay is; or each one's own
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by who made it, never compared.
  record Doubt(double[][] less, double[][] more, boolean isCommon) {}

  /**
   * Prepares.
   *
   * @param weights of the samples
   * @param segment the activity asked for
   */
  PooledSolver(Pool pool, double[][] weights, List<Doubt> doubts, int segment) {
    this(pool, weights, segment, Covariances.of(new double[weights.length]));
    doubts.forEach(this::add);
  }

  /**
   * The same pool with other weights, a few standard errors of a constant away: what a constant's
   * error does is the same there, but for what is of second order.
   */
  PooledSolver moved(double[][] movedWeights) {
    return new PooledSolver(pool, movedWeights, segment, doubted);
  }

  /** The same samples with segments that are cut a little elsewhere. */
  PooledSolver cut(Pool elsewhere, double[][] itsWeights) {
    return new PooledSolver(elsewhere, itsWeights, segment, doubted);
  }

  private PooledSolver(Pool pool, double[][] weights, int segment, Covariances doubted) {
    this.pool = pool;
    this.doubted = doubted;
    this.weights = weights;
    this.segment = segment;
    levels = new CrudeLevels(pool, weights);
    groupOf = levels.groupOf;
    means = levels.means;
    freedoms = levels.freedoms;
    shares = levels.shares;
    known = Covariances.of(pool.variances());
    int[] firstSeen = seen(true);
    int[] lastSeen = seen(false);
    for (int i = 0; i < weights.length; i++) {
      covariances(i, firstSeen, lastSeen);
    }
    one = new Target(segment);
    all = new Target(-1);
    unexplained = new double[weights.length];
    toIdle = new double[weights.length];
    boolean anyGap = false;
    for (int i = 0; i < weights.length; i++) {
      unexplained[i] = pool.watts()[i] - levels.expected(i);
      toIdle[i] = shares[i][Pool.GAP] * freedoms[Pool.GAP];
      anyGap |= toIdle[i] > 0;
    }
    hasGaps = anyGap;
  }

  /** What a constant's error does to samples, at the crude levels and by what effects there are. */
  private void add(Doubt doubt) {
    double[] moves = new double[weights.length];
    double[] all = new double[weights.length];
    for (int c = 0; c < groupOf.length; c++) {
      for (int i = 0; i < moves.length; i++) {
        moves[i] = 0.5 * (doubt.more[i][c] - doubt.less[i][c]) * means[groupOf[c]];
        all[i] += moves[i];
      }
      if (levels.hasEffect(c) && doubt.isCommon) {
        addProducts(doubted.ofEffects, moves, moves);
      } else if (levels.hasEffect(c)) {
        for (int i = 0; i < moves.length; i++) {
          doubted.ofEffects[i][i] += moves[i] * moves[i];
        }
      }
    }
    for (int i = 0; i < all.length; i++) {
      if (!doubt.isCommon) {
        doubted.variances[i] += all[i] * all[i];
      }
      for (int j = 0; doubt.isCommon && j <= i; j++) {
        doubted.ofLevels[i][j] += all[i] * all[j];
      }
    }
  }

  /**
   * Adds {@code a[i] b[j]} of one column to what effects do. A segment is seen by few samples: only
   * those from the first to the last that is not 0 are looked at.
   */
  private static void addProducts(double[][] ofEffects, double[] a, double[] b) {
    int first = 0;
    while (first < b.length && b[first] == 0) {
      first++;
    }
    int last = b.length - 1;
    while (last >= first && b[last] == 0) {
      last--;
    }
    for (int i = first; i < a.length; i++) {
      double factor = a[i];
      if (factor != 0) {
        double[] row = ofEffects[i];
        for (int j = first; j <= Math.min(i, last); j++) {
          row[j] += factor * b[j];
        }
      }
    }
  }

  /**
   * Covariances of a sample with those before it. A sample sees few segments, or none that came
   * after it: only those from the first to the last that two have in common are looked at.
   */
  private void covariances(int i, int[] firstSeen, int[] lastSeen) {
    double[] byLevels = new double[means.length];
    for (int g = 0; g < means.length; g++) {
      byLevels[g] = shares[i][g] * freedoms[g];
    }
    double[] byEffects = new double[groupOf.length];
    for (int c = firstSeen[i]; c <= lastSeen[i]; c++) {
      byEffects[c] = levels.hasEffect(c) ? weights[i][c] * square(means[groupOf[c]]) : 0;
    }
    for (int j = 0; j <= i; j++) {
      known.ofLevels[i][j] = dot(byLevels, shares[j]);
      known.ofEffects[i][j] =
          dotWithin(
              byEffects,
              weights[j],
              Math.max(firstSeen[i], firstSeen[j]),
              Math.min(lastSeen[i], lastSeen[j]));
    }
  }

  /**
   * First segment that each sample saw something of, or the last. What was before all of them has
   * no effect of its own.
   */
  private int[] seen(boolean isFirst) {
    int[] seen = new int[weights.length];
    for (int i = 0; i < seen.length; i++) {
      int c = isFirst ? 0 : pool.segments() - 1;
      while (c >= 0 && c < pool.segments() && weights[i][c] == 0) {
        c += isFirst ? 1 : -1;
      }
      seen[i] = c;
    }
    return seen;
  }

  private static double dotWithin(double[] a, double[] b, int from, int to) {
    double sum = 0;
    for (int i = from; i <= to; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * What one size of random effects makes of it.
   *
   * @param sumJoules energy of all of the activity's name
   * @param covariance of the energy with that sum
   */
  record Solution(
      double logLikelihood,
      double joules,
      double sumJoules,
      double variance,
      double covariance,
      double sumVariance,
      double idleExplained,
      double idleJoules) {

    /** The same, moved as one solution is from another, with what that one's variances are more. */
    Solution andMoved(Solution from, Solution to) {
      return new Solution(
          logLikelihood,
          joules + to.joules - from.joules,
          sumJoules + to.sumJoules - from.sumJoules,
          Math.max(variance + to.variance - from.variance, 0),
          covariance + to.covariance - from.covariance,
          Math.max(sumVariance + to.sumVariance - from.sumVariance, 0),
          idleExplained + to.idleExplained - from.idleExplained,
          idleJoules + to.idleJoules - from.idleJoules);
    }
  }

  /** What one size of random effects, and of restlessness, makes of the samples. */
  final class Fit {
    private final double spread;
    private final Cholesky matrix;
    private final double[] residuals;
    private final double logLikelihood;

    private Fit(double spread, double restless) {
      int n = weights.length;
      this.spread = spread;
      double[][] covariances = new double[n][];
      for (int i = 0; i < n; i++) {
        covariances[i] = covariances(i, square(spread));
        covariances[i][i] += square(restless) * (known.variances[i] + doubted.variances[i]);
      }
      matrix = new Cholesky(covariances);
      double logDeterminant = matrix.factorise();
      residuals = halved(unexplained);
      logLikelihood = -0.5 * (logDeterminant + dot(residuals, residuals));
    }

    /** Of a sample with those up to it, but for what each is by itself. */
    private double[] covariances(int i, double squareSpread) {
      double[] knownLevels = known.ofLevels[i];
      double[] doubtedLevels = doubted.ofLevels[i];
      double[] knownEffects = known.ofEffects[i];
      double[] doubtedEffects = doubted.ofEffects[i];
      double[] row = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double ofLevels = knownLevels[j] + doubtedLevels[j];
        double ofEffects = knownEffects[j] + doubtedEffects[j];
        row[j] = ofLevels + squareSpread * ofEffects;
      }
      return row;
    }

    double logLikelihood() {
      return logLikelihood;
    }

    Solution solution() {
      double[] only = halved(one.toSamples(spread));
      double[] sum = halved(all.toSamples(spread));
      double[] idle = halved(toIdle);
      double shared = all.seconds * one.seconds * freedoms[groupOf[segment]];
      return new Solution(
          logLikelihood,
          one.expected + dot(only, residuals),
          all.expected + dot(sum, residuals),
          Math.max(0, one.variance(spread) - dot(only, only)),
          one.effects(spread) + shared - dot(only, sum),
          Math.max(0, all.variance(spread) - dot(sum, sum)),
          hasGaps ? dot(idle, idle) / freedoms[Pool.GAP] : 1,
          hasGaps ? idleJoules(dot(idle, idle), dot(only, idle)) : 0);
    }

    /** What has {@code a' V^-1 b} as the scalar product of two. */
    private double[] halved(double[] right) {
      double[] halved = right.clone();
      matrix.halve(halved);
      return halved;
    }
  }

  /**
   * Fits.
   *
   * @param spread standard deviation of the random effects, as a share of their level
   * @param restless what happens within segments, as a factor on the samples' noise
   */
  Fit fit(double spread, double restless) {
    return new Fit(spread, restless);
  }

  /** Energy of one activity, or of all of its name, before the samples are looked at. */
  private final class Target {
    private double seconds;
    private double squareSeconds;
    private final double expected;

    /** Its covariance with each sample: for what is not known of the level, and by effects. */
    private final double[] byLevel = new double[weights.length];

    private final double[] byEffects = new double[weights.length];

    /**
     * Prepares.
     *
     * @param wanted the activity; -1 for all of the name
     */
    Target(int wanted) {
      int own = groupOf[segment];
      double effect = square(means[own]);
      for (int c = 0; c < pool.segments(); c++) {
        if (groupOf[c] == own && (wanted < 0 || c == wanted)) {
          double length = pool.lengthSeconds(c);
          seconds += length;
          squareSeconds += length * length;
          for (int i = 0; i < byEffects.length; i++) {
            byEffects[i] += length * weights[i][c] * effect;
          }
        }
      }
      for (int i = 0; i < byLevel.length; i++) {
        byLevel[i] = seconds * shares[i][own] * freedoms[own];
      }
      expected = seconds * means[own];
    }

    double[] toSamples(double spread) {
      double[] toSamples = new double[byLevel.length];
      for (int i = 0; i < toSamples.length; i++) {
        toSamples[i] = square(spread) * byEffects[i] + byLevel[i];
      }
      return toSamples;
    }

    /** Part of its variance that is of random effects. */
    double effects(double spread) {
      return squareSeconds * square(spread * means[groupOf[segment]]);
    }

    double variance(double spread) {
      return effects(spread) + seconds * seconds * freedoms[groupOf[segment]];
    }
  }

  /**
   * How much the energy moves with a standard deviation of power in gaps, as far as is left.
   *
   * @param explained of the gaps' variance
   * @param covariance of energy and power in gaps, by the samples
   */
  private double idleJoules(double explained, double covariance) {
    double left = freedoms[Pool.GAP] - explained;
    return left > 0 ? Math.abs(covariance) / Math.sqrt(left) : 0;
  }
}

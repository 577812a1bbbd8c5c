package io.wattune.core.estimate;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.algebra.Cholesky;
import java.util.Arrays;

/**
 * What is thought of a {@link Pool}'s levels before its samples are looked at in earnest: crude
 * levels by least squares, and how far each may be from them. Columns of the weights are the pool's
 * segments, and a last one for what was before it. Test: {@code PooledLevelsTest}.
 */
final class CrudeLevels {
  /** A level that nothing is known of is so many times its crude guess away from that. */
  static final double FREE = 3;

  /** In which units of a crude guess the guesses themselves are pinned: only against 0 / 0. */
  private static final double RIDGE = 1e-6;

  /** How far samples may be from what crude levels make of them, as a share of these. */
  private static final double CRUDE = 0.03;

  /** Group of each column: gaps first, names, and each column that has a level for itself. */
  final int[] groupOf;

  /** Mean and variance of each group's level beforehand. */
  final double[] means;

  final double[] freedoms;

  /** Sum of each sample's weights in each group. */
  final double[][] shares;

  private final Pool pool;
  private final int groups;

  CrudeLevels(Pool pool, double[][] weights) {
    this.pool = pool;
    int columns = pool.segments() + 1;
    groupOf = new int[columns];
    int names = Math.max(0, Arrays.stream(pool.groups()).max().orElse(0));
    int next = names + 1;
    for (int c = 0; c < columns; c++) {
      boolean isOwn = c == pool.segments() || pool.groups()[c] == Pool.OWN;
      groupOf[c] = isOwn ? next++ : pool.groups()[c];
    }
    groups = next;
    shares = new double[weights.length][groups];
    for (int i = 0; i < weights.length; i++) {
      double[] share = shares[i];
      double[] weight = weights[i];
      for (int c = 0; c < columns; c++) {
        if (weight[c] != 0) {
          share[groupOf[c]] += weight[c];
        }
      }
    }
    means = new double[groups];
    freedoms = new double[groups];
    guess(names);
  }

  /** Whether a column differs from its group's level by a random effect. */
  boolean hasEffect(int column) {
    return column < pool.segments() && pool.groups()[column] != Pool.OWN;
  }

  /**
   * Crude levels of all that runs and of all the rest, by least squares with gaps as they are
   * thought to be: the scale of what is not known.
   */
  private void guess(int names) {
    double idle = pool.idle().watts();
    double onOn = RIDGE;
    double onRest = 0;
    double restRest = RIDGE;
    double on = 0;
    double rest = 0;
    double mean = 0;
    for (int i = 0; i < shares.length; i++) {
      double runs = 0;
      for (int g = 1; g <= names; g++) {
        runs += shares[i][g];
      }
      double other = 1 - runs - shares[i][Pool.GAP];
      double watts = pool.watts()[i] - shares[i][Pool.GAP] * idle;
      onOn += runs * runs;
      onRest += runs * other;
      restRest += other * other;
      on += runs * watts;
      rest += other * watts;
      mean += pool.watts()[i] / shares.length;
    }
    double determinant = onOn * restRest - onRest * onRest;
    double runs = (on * restRest - rest * onRest) / determinant;
    double least = Math.max(Math.abs(mean), Math.abs(idle));
    double level = runs > least ? runs : least;
    means[Pool.GAP] = idle;
    freedoms[Pool.GAP] = square(pool.idle().errorWatts());
    for (int g = 1; g < groups; g++) {
      means[g] = g <= names ? level : mean;
      freedoms[g] = square(FREE * level);
    }
    refine(level);
  }

  /**
   * Crude levels of each group for itself: by least squares, held to the ones of all by as much as
   * these may be wrong. What a constant's error does is greatest where one level follows another,
   * and as great as these differ.
   */
  private void refine(double level) {
    if (!(level > RIDGE)) {
      return;
    }
    double sample = 1 / square(CRUDE * level);
    double[][] matrix = new double[groups][groups];
    double[] moves = new double[groups];
    for (int i = 0; i < shares.length; i++) {
      double residual = sample * (pool.watts()[i] - expected(i));
      double[] share = shares[i];
      for (int g = 0; g < groups; g++) {
        double factor = sample * share[g];
        moves[g] += share[g] * residual;
        for (int h = 0; h <= g && factor != 0; h++) {
          matrix[g][h] += factor * share[h];
        }
      }
    }
    for (int g = 0; g < groups; g++) {
      matrix[g][g] += 1 / (g == Pool.GAP ? freedoms[g] : square(level));
    }
    var cholesky = new Cholesky(matrix);
    double unused = cholesky.factorise();
    cholesky.solve(moves);
    for (int g = 1; g < groups; g++) {
      double refined = means[g] + moves[g];
      means[g] = refined > 0 && refined <= 2 * level ? refined : means[g];
    }
  }

  /** What the crude levels make of a sample. */
  double expected(int sample) {
    double watts = 0;
    for (int g = 0; g < groups; g++) {
      watts += shares[sample][g] * means[g];
    }
    return watts;
  }
}

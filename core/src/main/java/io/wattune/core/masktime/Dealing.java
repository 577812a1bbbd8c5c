package io.wattune.core.masktime;

import java.util.List;

/**
 * What the unit that ends last has to do. Hardware deals a kernel's blocks to the engines that a
 * mask uses in turn, so in equal shares whatever the engines have; each engine deals its share to
 * its units (Chow 2023, section 3.3.3; seed-facts 3). So the engine with the fewest units ends
 * last:
 *
 * <pre>share = max over engines in use of (1 / engines in use) / units of the engine</pre>
 *
 * <p>With 4 engines of 15, 15 units of one engine have 1/15 each; at 16 packed units the one in the
 * second engine has 1/2. Exact; test: {@code DealingTest}.
 *
 * @param blocks blocks of the kernel; 0 where they are so many that whole ones do not matter
 * @param blocksAtOnce blocks that a unit runs side by side in the time of one: its occupancy limit
 * @param proportion part of the work that is dealt by units instead, 0 to 1: 0 is the rule
 */
public record Dealing(int blocks, int blocksAtOnce, double proportion) {
  /** The rule, for kernels of many blocks. */
  public static final Dealing EQUAL = new Dealing(0, 1, 0);

  public Dealing {
    if (blocks < 0 || blocksAtOnce < 1) {
      throw new IllegalArgumentException(
          "blocks must be at least 0 and blocksAtOnce at least 1, were %s and %s"
              .formatted(blocks, blocksAtOnce));
    }
    if (!(proportion >= 0 && proportion <= 1)) {
      throw new IllegalArgumentException("proportion must be in 0..1, was " + proportion);
    }
    if (blocks > 0 && proportion > 0) {
      throw new IllegalArgumentException("only work without blocks can be dealt by units");
    }
  }

  /** A kernel of some blocks. */
  public static Dealing of(int blocks, int blocksAtOnce) {
    return new Dealing(blocks, blocksAtOnce, 0);
  }

  /**
   * The largest share that a unit has, as a part of the kernel's work.
   *
   * @param units units in use of each engine
   */
  public double largestShare(List<Integer> units) {
    int[] counts = units.stream().mapToInt(Integer::intValue).toArray();
    return largestShare(counts);
  }

  /** The same, for those who ask often. */
  double largestShare(int[] units) {
    double largest = 0;
    for (double share : shares(units)) {
      largest = Math.max(largest, share);
    }
    return largest;
  }

  /** The largest share that a unit of each engine has; 0 where an engine is not used. */
  double[] shares(int[] units) {
    int engines = enginesInUse(units);
    int all = 0;
    for (int count : units) {
      all += count;
    }
    double[] shares = new double[units.length];
    int turn = 0;
    for (int engine = 0; engine < units.length; engine++) {
      int count = units[engine];
      if (count > 0) {
        shares[engine] =
            blocks == 0
                ? (1 - proportion) / engines / count + proportion / all
                : ofBlocks(count, blocks / engines + (turn < blocks % engines ? 1 : 0));
        turn++;
      }
    }
    return shares;
  }

  /** Whole rounds of blocks: a unit that has one block more than it runs at once goes twice. */
  private double ofBlocks(int count, int dealt) {
    int atOnce = count * blocksAtOnce;
    int rounds = (dealt + atOnce - 1) / atOnce;
    return (double) rounds * blocksAtOnce / blocks;
  }

  /** How many engines have a unit in use. */
  static int enginesInUse(int[] units) {
    int engines = 0;
    for (int count : units) {
      engines += count > 0 ? 1 : 0;
    }
    if (engines == 0) {
      throw new IllegalArgumentException("a mask uses at least one unit");
    }
    return engines;
  }
}

package io.wattune.testbed;

/**
 * Random numbers that depend on a seed and an index alone, so that they can be asked for in any
 * order (SplitMix64, Steele et al. 2014).
 */
public final class SeededNoise {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private final long seed;

  /** Numbers of a seed of their own. */
  public SeededNoise(long seed) {
    this.seed = mix(seed + GOLDEN_GAMMA);
  }

  /** Uniform in [0, 1). */
  public double uniform(long index) {
    return (mix(seed + index * GOLDEN_GAMMA) >>> 11) * 0x1p-53;
  }

  /** Uniform in [low, high). */
  public long between(long index, long low, long high) {
    return low + (long) (uniform(index) * (high - low));
  }

  /** Standard normal, by Box and Muller. */
  public double gaussian(long index) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform(2 * index)));
    return radius * StrictMath.cos(2 * Math.PI * uniform(2 * index + 1));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}

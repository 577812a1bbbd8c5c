package io.wattune.core.simulated;

import java.util.Random;
import java.util.SplittableRandom;

/** Random numbers from small seeds: the first ones of {@link Random} are alike for seeds alike. */
public final class Seeds {
  private Seeds() {}

  /** A generator that has nothing in common with those of neighbouring seeds. */
  public static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }
}

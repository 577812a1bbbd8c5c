package io.wattune.testbed.serving;

import io.wattune.testbed.SeededNoise;

/** When requests come: at random, at a rate that goes by levels. The same for a seed. */
final class RequestStream {
  private static final double CONSTANT = 0.5;
  private static final double LOW_STEP = 1.0 / 12;
  private static final double STEP_SECONDS = 30;
  private static final double SHORTEST_SECONDS = 2;
  private static final double LONGEST_SECONDS = 40;

  private final ServedLoad.Shape shape;
  private final double fullRate;
  private final SeededNoise gaps;
  private final SeededNoise levels;
  private final long startNanos;
  private long requests;
  private long drawn;

  /** The level of now, as a part of the full rate, and when it ends, in seconds since the start. */
  private double level;

  private double levelEnd;
  private double atSeconds;
  private long nextNanos;

  /**
   * A stream.
   *
   * @param fullRate requests a second at level 1
   */
  RequestStream(ServedLoad.Shape shape, double fullRate, long startNanos, long seed) {
    this.shape = shape;
    this.fullRate = fullRate;
    this.startNanos = startNanos;
    this.gaps = new SeededNoise(seed);
    this.levels = new SeededNoise(~seed);
    nextLevel();
    next();
  }

  /** When the next request comes, epoch nanoseconds. */
  long nextNanos() {
    return nextNanos;
  }

  /** How many came before it. */
  long requests() {
    return requests - 1;
  }

  /** Goes on to the one after it. */
  void next() {
    // Of a Poisson process whose rate changes, the integral of the rate to the next is exponential.
    double due = -StrictMath.log(1 - gaps.uniform(requests));
    while (due > (levelEnd - atSeconds) * level * fullRate) {
      due -= (levelEnd - atSeconds) * level * fullRate;
      atSeconds = levelEnd;
      nextLevel();
    }
    atSeconds += due / (level * fullRate);
    nextNanos = startNanos + (long) (atSeconds * 1e9);
    requests++;
  }

  private void nextLevel() {
    double uniform = levels.uniform(4 * drawn);
    switch (shape) {
      case CONSTANT -> {
        level = CONSTANT;
        levelEnd = Double.POSITIVE_INFINITY;
      }
      case STEP -> {
        level = drawn % 2 == 0 ? LOW_STEP : 10 * LOW_STEP;
        levelEnd += STEP_SECONDS;
      }
      case BURSTS -> {
        boolean isTenfold = drawn > 0 && uniform < 0.2;
        // As COFRIS's drawn loads; never nothing, so that a level ends.
        level =
            isTenfold
                ? Math.min(1, 10 * level)
                : Math.max(0.01, levels.uniform(4 * drawn + 1) * levels.uniform(4 * drawn + 2));
        levelEnd +=
            SHORTEST_SECONDS + (LONGEST_SECONDS - SHORTEST_SECONDS) * levels.uniform(4 * drawn + 3);
      }
    }
    drawn++;
  }
}

package io.wattune.benchmarks.synthetic;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.SplittableRandom;

/**
 * Polls of many devices, all different, made from one template: a lagging sensor (time constant 0.1
 * s, a new value every 15 ms, 10 mW steps) that sees loads of random height, polled every 10 ms.
 */
public final class SyntheticFleet {
  /** Of every sensor. */
  public static final double TIME_CONSTANT_SECONDS = 0.1;

  private static final long START = 1_700_000_000_000_000_000L;
  private static final long POLL_NANOS = 10_000_000L;
  private static final int TEMPLATE = 60_000;
  private static final int SHIFT = 997;
  private static final int LOAD_POLLS = 500;

  private final int[] template = new int[TEMPLATE];
  private final String[] names;

  /** Makes a fleet whose loads follow from the seed. */
  public SyntheticFleet(int devices, long seed) {
    names = new String[devices];
    for (int d = 0; d < devices; d++) {
      names[d] = "node" + d / 8 + "/GPU-" + d;
    }
    var random = new SplittableRandom(seed);
    double power = 60;
    double shown = 60;
    double read = shown;
    for (int i = 0; i < TEMPLATE; i++) {
      if (i % LOAD_POLLS == 0) {
        power = (i / LOAD_POLLS) % 2 == 0 ? 60 : 120 + random.nextDouble(200);
      }
      long tick = i * 10L / 15;
      if (i == 0 || tick != (i - 1) * 10L / 15) {
        shown += (power - shown) * (1 - Math.exp(-0.15));
        read = shown + 0.02 * random.nextGaussian();
      }
      template[i] = (int) Math.round(read * 100) * 10;
    }
  }

  public int devices() {
    return names.length;
  }

  /** A device's id. */
  public String name(int device) {
    return names[device];
  }

  /** One block of a device. */
  public PollBlock block(int device, long sequence, int polls, boolean last) {
    long[] times = new long[polls];
    int[] values = new int[polls];
    long first = sequence * polls;
    for (int i = 0; i < polls; i++) {
      times[i] = START + (first + i) * POLL_NANOS;
      values[i] = template[(int) ((first + i + (long) device * SHIFT) % TEMPLATE)];
    }
    return new PollBlock(
        names[device], sequence, "power.draw", PowerUnit.MILLIWATTS, times, values, last);
  }
}

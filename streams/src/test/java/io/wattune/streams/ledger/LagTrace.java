package io.wattune.streams.ledger;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Polls of a lagging sensor that sees idle, one load, idle: 30 W, 130 W for 4 s from second 2 on,
 * 30 W; time constant 0.1 s, a new value every 20 ms, polled every 7 ms.
 */
final class LagTrace {
  static final long START = 1_700_000_000_000_000_000L;
  static final long LOAD_START = START + 2_000_000_000L;
  static final long LOAD_END = START + 6_000_000_000L;
  static final double LOAD_JOULES = 4 * 130;
  static final double TIME_CONSTANT = 0.1;
  static final String SIGNAL = "power.draw";

  private LagTrace() {}

  static List<PollBlock> blocks(String device, int pollsPerBlock) {
    int polls = 9000 / 7;
    List<PollBlock> blocks = new ArrayList<>();
    for (int from = 0; from < polls; from += pollsPerBlock) {
      int n = Math.min(pollsPerBlock, polls - from);
      long[] times = new long[n];
      int[] values = new int[n];
      for (int i = 0; i < n; i++) {
        long millis = (from + i) * 7L;
        times[i] = START + millis * 1_000_000L;
        values[i] = milliwatts(millis / 20 * 20);
      }
      boolean last = from + n == polls;
      blocks.add(
          new PollBlock(device, blocks.size(), SIGNAL, PowerUnit.MILLIWATTS, times, values, last));
    }
    return blocks;
  }

  private static int milliwatts(long millis) {
    double t = millis * 1e-3;
    double rise = t < 2 ? 0 : 1 - Math.exp(-(t - 2) / TIME_CONSTANT);
    double fall = t < 6 ? 0 : 1 - Math.exp(-(t - 6) / TIME_CONSTANT);
    return (int) Math.round(1000 * (30 + 100 * (rise - fall)));
  }
}

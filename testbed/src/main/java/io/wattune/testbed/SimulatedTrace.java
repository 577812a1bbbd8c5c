package io.wattune.testbed;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was read from a simulated sensor, and the truth beside it. The columns have the same length
 * and belong to the trace; they are not copied.
 *
 * @param timesNanos poll times, epoch nanoseconds in whole microseconds
 * @param milliwatts what each poll read
 * @param runs what ran, in the order of time
 * @param curve the true power
 */
@SuppressWarnings("ArrayRecordComponent") // columns: compared by nobody, read by every loop
public record SimulatedTrace(
    long[] timesNanos, int[] milliwatts, List<KernelRun> runs, TruePowerCurve curve) {

  public SimulatedTrace {
    runs = List.copyOf(runs);
  }

  /** Polls a sensor from one time up to another, while these kernels run. */
  public static SimulatedTrace of(
      TruePowerCurve curve,
      LagSensor sensor,
      Poller poller,
      List<KernelRun> runs,
      long startNanos,
      long endNanos) {
    long[] times = poller.pollTimesNanos(startNanos, endNanos);
    int[] values = new int[times.length];
    for (int i = 0; i < times.length; i++) {
      values[i] = sensor.milliwatts(times[i]);
    }
    return new SimulatedTrace(times, values, runs, curve);
  }

  /** Exact energy of something that ran. */
  public double energyJoules(KernelRun run) {
    return curve.energyJoules(run.startNanos(), run.endNanos());
  }

  /** Number of polls. */
  public int polls() {
    return timesNanos.length;
  }

  /** The polls as blocks of one device, the last one marked as the end of the trace. */
  public List<PollBlock> blocks(String device, int pollsPerBlock) {
    if (pollsPerBlock <= 0) {
      throw new IllegalArgumentException("pollsPerBlock must be above 0, was " + pollsPerBlock);
    }
    var blocks = new ArrayList<PollBlock>();
    for (int from = 0; from < polls(); from += pollsPerBlock) {
      int to = Math.min(polls(), from + pollsPerBlock);
      blocks.add(
          new PollBlock(
              device,
              blocks.size(),
              "power.draw",
              PowerUnit.MILLIWATTS,
              Arrays.copyOfRange(timesNanos, from, to),
              Arrays.copyOfRange(milliwatts, from, to),
              to == polls()));
    }
    return blocks;
  }
}

package io.wattune.benchmarks.sharing;

import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one device alone, one thread, with kernels that overlap two by two within a job.
 * The first horizon fills its state; then as much again is measured.
 */
final class SharingBenchmark {
  private static final long MILLI = 1_000_000L;
  private static final int POLLS = 50;
  private static final long HORIZON = LedgerSettings.DEFAULT.horizonNanos();

  /** Time of the processor: other work on the machine does not count. */
  private final ThreadMXBean processor = ManagementFactory.getThreadMXBean();

  private final SyntheticFleet fleet = new SyntheticFleet(1, 1);
  private final DeviceState state = new DeviceState();
  private final EntryCounter out = new EntryCounter();
  private final DeviceLedger ledger =
      new DeviceLedger(
          LedgerSettings.DEFAULT,
          fleet.name(0),
          state,
          new InMemoryChunkStore(),
          out,
          new PowerColumns());
  private final double kernelsPerSecond;
  private final long kernelNanos;
  private long nextKernelNanos;
  private long kernels;
  private long busyNanos;
  private long longestNanos;

  /**
   * A device with a number of kernels.
   *
   * @param kernelsPerSecond how many start each second; 0 for none
   */
  SharingBenchmark(double kernelsPerSecond) {
    this.kernelsPerSecond = kernelsPerSecond;
    kernelNanos = kernelsPerSecond == 0 ? 0 : Math.round(1e9 / kernelsPerSecond);
  }

  /**
   * What one rate of kernels gave.
   *
   * @param kernelsPerSecond the rate
   * @param pending activities that are not final at the end
   * @param entries put out for each kernel and each window, in all
   * @param busyShare share of one core that the device takes at its own pace
   * @param longestMillis longest time that one block or one activity took
   */
  record Row(
      double kernelsPerSecond, int pending, long entries, double busyShare, double longestMillis) {}

  Row run() {
    PollBlock first = fleet.block(0, 0, POLLS, false);
    long start = first.timesNanos()[0];
    nextKernelNanos = start;
    if (kernelNanos > 0) {
      ledger.activity(activity("job", Book.JOB, start, Activity.RUNNING, null));
    }
    long sequence = to(0, start + HORIZON);
    busyNanos = 0;
    longestNanos = 0;
    long entries = out.entries();
    to(sequence, start + 2 * HORIZON);
    return new Row(
        kernelsPerSecond,
        state.activities.size(),
        out.entries() - entries,
        (double) busyNanos / HORIZON,
        longestNanos * 1e-6);
  }

  private long to(long sequence, long endNanos) {
    long next = sequence;
    for (long now = Long.MIN_VALUE; now < endNanos; next++) {
      PollBlock block = fleet.block(0, next, POLLS, false);
      now = block.timesNanos()[POLLS - 1];
      while (kernelNanos > 0 && nextKernelNanos <= now) {
        kernel(nextKernelNanos);
        nextKernelNanos += kernelNanos;
      }
      timed(() -> ledger.readings(block));
    }
    return next;
  }

  /** Starts as the one before it is half done. */
  private void kernel(long startNanos) {
    String id = "kernel-" + kernels++;
    long end = startNanos + 2 * kernelNanos - MILLI;
    timed(() -> ledger.activity(activity(id, Book.KERNEL, startNanos, end, "job")));
  }

  private Activity activity(
      String id, Book book, long startNanos, long endNanos, @Nullable String parentId) {
    return new Activity(
        fleet.name(0), id, book, book.label(), startNanos, endNanos, parentId, Map.of());
  }

  private void timed(Runnable call) {
    long before = processor.getCurrentThreadCpuTime();
    call.run();
    long took = processor.getCurrentThreadCpuTime() - before;
    busyNanos += took;
    longestNanos = Math.max(longestNanos, took);
  }
}

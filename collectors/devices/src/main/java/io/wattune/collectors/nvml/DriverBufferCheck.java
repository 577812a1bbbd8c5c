package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks whether the readings that the driver keeps are those of the sensor that would be polled,
 * only more of them.
 *
 * <p>The <b>same sensor</b>: each value that polls have seen come and go is, to the milliwatt,
 * among the kept ones. An average over a second, or another sensor, shows others. <b>More</b>: the
 * median time between new values in the buffer is at most {@value #FINER} of the least time between
 * two new values that polls have seen; the least, since two equal values on end look like one.
 * <b>Times</b>: no two readings have the same one, and the newest goes on as the machine's clock
 * does, to two readings and a tenth (the newest is up to one reading old at either question).
 *
 * <p>What cannot be determined is a no, such as for a GPU at rest that shows one value, or for
 * whole watts, which two sensors may share. Takes {@value #MOST_NANOS} ns and three calls of the
 * driver at most. Units: milliwatts, nanoseconds of the machine's clock, microseconds of the
 * driver's. For one thread. Test: {@code PowerSourceChoiceTest}.
 */
final class DriverBufferCheck {
  static final long MOST_NANOS = 400_000_000L;
  private static final long POLL_NANOS = 4_000_000L;
  private static final double FINER = 0.7;

  /** So many values must have come and gone, and so many readings been kept. */
  private static final int VALUES = 3;

  private static final int ENOUGH_CHANGES = 4;
  private static final int LEAST_KEPT = 8;
  private static final long COARSE_MILLIWATTS = 100;

  private final Nvml nvml;
  private final long gpu;
  private final PowerQuery polled;
  private final GpuTime time;
  private final DriverSamples samples = new DriverSamples();
  private final DriverBufferSeries kept = new DriverBufferSeries();
  private final List<Long> values = new ArrayList<>();
  private final List<Long> changeNanos = new ArrayList<>();

  DriverBufferCheck(Nvml nvml, long gpu, PowerChoice polled, GpuTime time) {
    this.nvml = nvml;
    this.gpu = gpu;
    this.polled = new PowerQuery(nvml, gpu, polled);
    this.time = time;
  }

  /**
   * What was found.
   *
   * @param isBetter whether the kept readings are to be taken
   * @param words why, or why not
   */
  record Found(boolean isBetter, String words) {}

  /** Looks once. Only a lost GPU or driver gets through. */
  Found look() throws NvmlException {
    try {
      return judge();
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      return no("it could not be looked at: nvml" + e.getMessage());
    }
  }

  private Found judge() throws NvmlException {
    long start = askKept();
    if (kept.size() < LEAST_KEPT) {
      return no("it holds " + kept.size() + " readings");
    }
    long firstMicros = kept.newestMicros();
    if (kept.spacingNanos() > MOST_NANOS / ENOUGH_CHANGES) {
      return no("its readings are " + millis(kept.spacingNanos()) + " apart");
    }
    poll(start);
    long end = askKept();
    if (kept.isContradictory() || !goesOn(firstMicros, end - start)) {
      return no("its times cannot be used");
    }
    return compare();
  }

  /** The buffer as it is now; when it was asked for. */
  private long askKept() throws NvmlException {
    long asked = time.nanos();
    int unused = nvml.samples(gpu, Nvml.SAMPLES_TOTAL_POWER, 0, samples);
    kept.add(samples);
    return asked;
  }

  private void poll(long start) throws NvmlException {
    long due = start;
    while (changeNanos.size() < ENOUGH_CHANGES
        && time.nanos() - start < MOST_NANOS
        && !Thread.currentThread().isInterrupted()) {
      long value = polled.now();
      if (values.isEmpty()) {
        values.add(value);
      } else if (value != values.get(values.size() - 1)) {
        values.add(value);
        changeNanos.add(time.nanos());
        long unused = askKept(); // A short buffer would not hold all of them at the end.
      }
      due = Math.max(due + POLL_NANOS, time.nanos());
      time.await(due);
    }
  }

  private boolean goesOn(long firstMicros, long elapsedNanos) {
    long wentOn = (kept.newestMicros() - firstMicros) * 1_000;
    return Math.abs(wentOn - elapsedNanos) <= 2 * kept.spacingNanos() + elapsedNanos / 10;
  }

  private Found compare() {
    // The last one may not be in the buffer yet.
    Set<Long> gone = new LinkedHashSet<>(values.subList(0, Math.max(0, values.size() - 1)));
    if (gone.size() < VALUES || gone.stream().allMatch(value -> value % COARSE_MILLIWATTS == 0)) {
      return no("power did not change enough to show whether it is of the same sensor");
    }
    if (!gone.stream().allMatch(kept::has)) {
      return no("its values are of another sensor, or an average");
    }
    long keptNanos = kept.newValueNanos();
    long polledNanos = leastBetweenChanges();
    String rates = "it has a new value every " + millis(keptNanos) + ", polls see one every ";
    return keptNanos <= FINER * polledNanos
        ? new Found(true, rates + millis(polledNanos) + " or more, and the values are the same")
        : no(rates + millis(polledNanos));
  }

  private long leastBetweenChanges() {
    long least = Long.MAX_VALUE;
    for (int i = 1; i < changeNanos.size(); i++) {
      least = Math.min(least, changeNanos.get(i) - changeNanos.get(i - 1));
    }
    return least;
  }

  private static Found no(String words) {
    return new Found(false, words);
  }

  private static String millis(long nanos) {
    return Math.round(nanos / 1e6) + " ms";
  }
}

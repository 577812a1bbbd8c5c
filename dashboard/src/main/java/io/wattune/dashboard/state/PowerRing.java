package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last minutes of one power, in columns. A cell is one sample as long as that fits; a ring that
 * is full before its time is over joins neighbouring samples into cells of twice the length, and so
 * on, so that it always covers its time in bounded memory. Not thread safe.
 */
final class PowerRing {
  /** What one cell costs: six columns of 8 bytes, the quality and two counts. */
  static final int BYTES_PER_CELL = 6 * Long.BYTES + 1 + 2 * Short.BYTES;

  private static final int FIRST_CELLS = 64;
  private static final double MILLI = 1e-3;

  private final long keepNanos;
  private int mostCells;
  private long cellNanos;
  private int revision;
  private String profileId = "";
  private int first;
  private int end;

  private long[] times = new long[FIRST_CELLS];
  private double[] rawSums = new double[FIRST_CELLS];
  private double[] trueSums = new double[FIRST_CELLS];
  private double[] lowest = new double[FIRST_CELLS];
  private double[] highest = new double[FIRST_CELLS];
  private double[] errorSums = new double[FIRST_CELLS];
  private byte[] qualities = new byte[FIRST_CELLS];
  private short[] samples = new short[FIRST_CELLS];
  private short[] powered = new short[FIRST_CELLS];

  PowerRing(long keepNanos, int mostCells) {
    this.keepNanos = keepNanos;
    this.mostCells = Math.max(FIRST_CELLS, mostCells);
  }

  /** Adds a block; a later revision replaces what it repeats, any other repeat is left out. */
  void take(TruePower block) {
    if (block.samples() == 0) {
      return;
    }
    if (block.revision() > revision) {
      revision = block.revision();
      cutFrom(block.timesNanos()[0]);
    } else if (block.revision() < revision) {
      return;
    }
    for (int i = 0; i < block.samples(); i++) {
      boolean none = block.trueMilliwatts()[i] == TruePower.NONE;
      add(
          block.timesNanos()[i],
          block.rawMilliwatts()[i] * MILLI,
          none ? Double.NaN : block.trueMilliwatts()[i] * MILLI,
          none ? Double.NaN : block.errorMilliwatts()[i] * MILLI,
          block.qualities()[i]);
    }
  }

  /**
   * Adds a slice of smoothed power. One that was held before takes the old one's place sample by
   * sample, where each still has its own cell and the times are the same; else it is counted as a
   * repeat. A slice of another profile begins anew: those behind it are sent again as well.
   */
  void takeSlice(TruePower slice) {
    if (slice.samples() == 0) {
      return;
    }
    if (!slice.profileId().equals(profileId)) {
      profileId = slice.profileId();
      cutFrom(slice.timesNanos()[0]);
    }
    for (int i = 0; i < slice.samples(); i++) {
      long timeNanos = slice.timesNanos()[i];
      boolean none = slice.trueMilliwatts()[i] == TruePower.NONE;
      double raw = slice.rawMilliwatts()[i] * MILLI;
      double watts = none ? Double.NaN : slice.trueMilliwatts()[i] * MILLI;
      double error = none ? Double.NaN : slice.errorMilliwatts()[i] * MILLI;
      int at = end > first ? Arrays.binarySearch(times, first, end, timeNanos) : -1;
      if (at >= 0 && samples[at] == 1) {
        clear(at);
        join(at, raw, watts, error, slice.qualities()[i]);
      } else {
        add(timeNanos, raw, watts, error, slice.qualities()[i]);
      }
    }
  }

  /**
   * Adds a sample; one that is not later than the newest is a repeat, and is left out.
   *
   * @param trueWatts NaN where there is none
   */
  void add(long timeNanos, double rawWatts, double trueWatts, double errorWatts, byte quality) {
    if (end > first && timeNanos <= newestNanos()) {
      return;
    }
    newestTime = timeNanos;
    if (end > first && joinsLast(timeNanos)) {
      join(end - 1, rawWatts, trueWatts, errorWatts, quality);
      return;
    }
    forgetBefore(timeNanos - keepNanos);
    if (end == times.length) {
      makeRoom();
    }
    times[end] = timeNanos;
    clear(end);
    join(end, rawWatts, trueWatts, errorWatts, quality);
    end++;
  }

  private long newestTime = Long.MIN_VALUE;

  /** Time of the newest sample; the smallest long where there is none. */
  long newestNanos() {
    return newestTime;
  }

  /** Number of cells held. */
  int size() {
    return end - first;
  }

  /** Bytes that the columns take. */
  long bytes() {
    return (long) times.length * BYTES_PER_CELL;
  }

  /** Changes how many cells there may be. */
  void limitTo(int cells) {
    mostCells = Math.max(FIRST_CELLS, cells);
    while (times.length > mostCells) {
      coarsen(mostCells * 3 / 4);
      int length = Math.max(mostCells, size());
      resize(length);
    }
  }

  /** The cells that begin in a range. */
  List<PowerPoint> copy(long fromNanos, long toNanos) {
    List<PowerPoint> copy = new ArrayList<>();
    for (int i = indexAtOrAfter(fromNanos); i < end && times[i] < toNanos; i++) {
      boolean none = powered[i] == 0;
      copy.add(
          new PowerPoint(
              times[i],
              rawSums[i] / samples[i],
              none ? Double.NaN : trueSums[i] / powered[i],
              none ? Double.NaN : lowest[i],
              none ? Double.NaN : highest[i],
              none ? Double.NaN : errorSums[i] / powered[i],
              Quality.ofCode(qualities[i]),
              samples[i]));
    }
    return copy;
  }

  private int indexAtOrAfter(long timeNanos) {
    int found = Arrays.binarySearch(times, first, end, timeNanos);
    return found >= 0 ? found : -found - 1;
  }

  private boolean joinsLast(long timeNanos) {
    return cellNanos > 0
        && Math.floorDiv(times[end - 1], cellNanos) == Math.floorDiv(timeNanos, cellNanos)
        && samples[end - 1] < Short.MAX_VALUE;
  }

  private void cutFrom(long timeNanos) {
    end = indexAtOrAfter(timeNanos);
    newestTime = end > first ? Math.min(newestTime, timeNanos - 1) : Long.MIN_VALUE;
  }

  private void forgetBefore(long timeNanos) {
    while (first < end && times[first] < timeNanos) {
      first++;
    }
  }

  private void makeRoom() {
    if (first >= times.length / 4) {
      shift();
    } else if (times.length < mostCells) {
      resize(Math.min(mostCells, 2 * times.length));
    } else {
      coarsen(mostCells * 3 / 4);
    }
  }

  private void shift() {
    move(times);
    move(rawSums);
    move(trueSums);
    move(lowest);
    move(highest);
    move(errorSums);
    move(qualities);
    move(samples);
    move(powered);
    end -= first;
    first = 0;
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // Only ever called with the columns.
  private void move(Object column) {
    System.arraycopy(column, first, column, 0, end - first);
  }

  private void resize(int length) {
    shift();
    times = Arrays.copyOf(times, length);
    rawSums = Arrays.copyOf(rawSums, length);
    trueSums = Arrays.copyOf(trueSums, length);
    lowest = Arrays.copyOf(lowest, length);
    highest = Arrays.copyOf(highest, length);
    errorSums = Arrays.copyOf(errorSums, length);
    qualities = Arrays.copyOf(qualities, length);
    samples = Arrays.copyOf(samples, length);
    powered = Arrays.copyOf(powered, length);
  }

  /** Joins neighbours until at most so many cells are left. */
  private void coarsen(int wished) {
    shift();
    while (size() > wished) {
      cellNanos = cellNanos == 0 ? Math.max(1, 2 * (span() / size())) : 2 * cellNanos;
      int last = 0;
      for (int i = 1; i < end; i++) {
        if (Math.floorDiv(times[last], cellNanos) == Math.floorDiv(times[i], cellNanos)
            && samples[last] + samples[i] <= Short.MAX_VALUE) {
          join(last, i);
        } else {
          last++;
          times[last] = times[i];
          clear(last, i);
        }
      }
      end = last + 1;
    }
  }

  private long span() {
    return times[end - 1] - times[first];
  }

  private void clear(int cell) {
    rawSums[cell] = 0;
    trueSums[cell] = 0;
    errorSums[cell] = 0;
    lowest[cell] = Double.POSITIVE_INFINITY;
    highest[cell] = Double.NEGATIVE_INFINITY;
    qualities[cell] = Quality.MEASURED.code();
    samples[cell] = 0;
    powered[cell] = 0;
  }

  /** Makes a cell a copy of another one. */
  private void clear(int cell, int from) {
    if (cell != from) {
      clear(cell);
      join(cell, from);
    }
  }

  private void join(int cell, int from) {
    rawSums[cell] += rawSums[from];
    trueSums[cell] += trueSums[from];
    errorSums[cell] += errorSums[from];
    lowest[cell] = Math.min(lowest[cell], lowest[from]);
    highest[cell] = Math.max(highest[cell], highest[from]);
    qualities[cell] = (byte) Math.max(qualities[cell], qualities[from]);
    samples[cell] += samples[from];
    powered[cell] += powered[from];
  }

  private void join(int cell, double rawWatts, double trueWatts, double errorWatts, byte quality) {
    rawSums[cell] += rawWatts;
    qualities[cell] = (byte) Math.max(qualities[cell], quality);
    samples[cell]++;
    if (!Double.isNaN(trueWatts)) {
      trueSums[cell] += trueWatts;
      errorSums[cell] += errorWatts;
      lowest[cell] = Math.min(lowest[cell], trueWatts);
      highest[cell] = Math.max(highest[cell], trueWatts);
      powered[cell]++;
    }
  }
}

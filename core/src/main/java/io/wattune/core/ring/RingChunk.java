package io.wattune.core.ring;

import io.wattune.core.reading.Sample;
import io.wattune.core.reading.Spacing;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #CAPACITY} consecutive samples, packed, with the running integral at the first of
 * them. Filled by {@link SampleRing}; never changed once full. Plain fields, so that a host can
 * keep it.
 */
public final class RingChunk {
  /** Samples in a full chunk. */
  public static final int CAPACITY = 128;

  /** Samples from one mark to the next. */
  static final int MARK_SAMPLES = 32;

  /** A sample is seldom farther from where it is if all come evenly. */
  private static final int NEAR = 3;

  /** Time of the first sample. */
  public long baseNanos;

  /** Number of samples. */
  public int count;

  /** Time of each sample, in microseconds since {@link #baseNanos}. */
  public int[] offsetMicros = new int[CAPACITY];

  /** Value of each sample, in the source's unit. */
  public int[] values = new int[CAPACITY];

  /** From each sample to the poll that saw it, in microseconds. */
  public int[] pollMicros = new int[CAPACITY];

  /**
   * From the poll before to the poll that saw each sample, in microseconds. Behind a gap that was
   * not bridged: from the sample before to the last poll that saw it.
   */
  public int[] sinceMicros = new int[CAPACITY];

  /** How the time before each sample was seen: code of {@link Spacing}. */
  public byte[] spacings = new byte[CAPACITY];

  /** Value of the sample before the first, in watts. */
  public double wattsBefore;

  /** The running integral at the first sample. */
  public RunningIntegral start = new RunningIntegral();

  /**
   * The running integral at each {@value #MARK_SAMPLES}th sample, so that a look-up need not add up
   * from the first. Not kept by a host: where there is none the additions are done again, which
   * gives the same bits.
   */
  private transient RunningIntegral @Nullable [] marks;

  boolean hasRoomFor(Sample sample) {
    return count < CAPACITY && sample.timeNanos - baseNanos <= Integer.MAX_VALUE * 1000L;
  }

  void add(Sample sample, long previousNanos) {
    boolean broken = sample.spacing == Spacing.BROKEN;
    offsetMicros[count] = (int) ((sample.timeNanos - baseNanos) / 1000L);
    values[count] = sample.value;
    pollMicros[count] = micros(sample.toNanos - sample.timeNanos);
    sinceMicros[count] =
        micros(broken ? sample.fromNanos - previousNanos : sample.toNanos - sample.fromNanos);
    spacings[count] = sample.spacing.code();
    count++;
  }

  /** Remembers the running integral at the newest sample, now and then. */
  void mark(RunningIntegral there) {
    int newest = count - 1;
    if (newest == 0 || newest % MARK_SAMPLES != 0) {
      return;
    }
    if (marks == null) {
      marks = new RunningIntegral[CAPACITY / MARK_SAMPLES];
    }
    var mark = new RunningIntegral();
    mark.set(there);
    marks[newest / MARK_SAMPLES] = mark;
  }

  /** Index of the newest sample up to one at which the running integral is known. */
  int markedAtOrBefore(int index) {
    if (marks != null) {
      for (int mark = index / MARK_SAMPLES; mark > 0; mark--) {
        if (marks[mark] != null) {
          return mark * MARK_SAMPLES;
        }
      }
    }
    return 0;
  }

  /** The running integral at a sample where it is known. */
  RunningIntegral marked(int index) {
    return index == 0 || marks == null ? start : marks[index / MARK_SAMPLES];
  }

  /** Time of the poll that saw a sample. */
  long pollNanos(int i) {
    return timeNanos(i) + pollMicros[i] * 1000L;
  }

  /** Time of the poll before that one, given the time of the sample before. */
  long pollBeforeNanos(int i, long previousNanos) {
    long since = sinceMicros[i] * 1000L;
    return spacing(i) == Spacing.BROKEN ? previousNanos + since : pollNanos(i) - since;
  }

  long timeNanos(int i) {
    return baseNanos + offsetMicros[i] * 1000L;
  }

  Spacing spacing(int i) {
    return Spacing.ofCode(spacings[i]);
  }

  private static int micros(long nanos) {
    return (int) Math.min(nanos / 1000L, Integer.MAX_VALUE);
  }

  /**
   * Index of the newest sample at or before the time, which must not be before the first. Looked
   * for where it is if samples come evenly, which spares most of the search, and of the memory that
   * it looks at.
   */
  int indexAt(long timeNanos) {
    int low = 0;
    int high = count - 1;
    double lasts = offsetMicros[high] * 1000.0;
    int guess = lasts > 0 ? (int) Math.min(high, (timeNanos - baseNanos) / lasts * high) : 0;
    if (timeNanos(guess) <= timeNanos) {
      low = guess;
      if (guess + NEAR <= high && timeNanos(guess + NEAR) > timeNanos) {
        high = guess + NEAR - 1;
      }
    } else {
      high = guess - 1;
      if (guess - NEAR > 0 && timeNanos(guess - NEAR) <= timeNanos) {
        low = guess - NEAR;
      }
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (timeNanos(middle) <= timeNanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

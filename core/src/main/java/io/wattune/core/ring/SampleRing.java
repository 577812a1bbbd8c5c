package io.wattune.core.ring;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.Spacing;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the newest stretch of time of one device, with their running integral.
 *
 * <p>Readings between two samples are interpolated linearly. Where nothing follows, or only behind
 * a gap that is not bridged, a sample's value holds up to the last poll that saw it. Beyond, and
 * before the first sample, nothing was seen: the integral stands still there.
 *
 * <p>Adding costs a few operations and no allocation but one chunk in {@value RingChunk#CAPACITY}
 * samples; a look-up two binary searches and at most {@value RingChunk#MARK_SAMPLES} additions
 * ({@value RingChunk#CAPACITY} in chunks that a host has restored). Which chunk a sample falls into
 * depends on the count of samples alone, never on the blocks they came in. Test: {@code
 * SampleRingTest}.
 */
public final class SampleRing {
  private static final int LEAST_ROOM = 8;

  private final RingState state;
  private final ChunkStore store;
  private final double wattsPerUnit;

  /** The sample that was looked up last, and the running integral there. */
  private final RunningIntegral found = new RunningIntegral();

  private long foundNumber = -1;
  private int foundIndex;

  /** The full chunk that was asked for last; it never changes. */
  private @Nullable RingChunk asked;

  private long askedNumber = -1;

  public SampleRing(RingState state, ChunkStore store, PowerUnit unit) {
    this.state = state;
    this.store = store;
    this.wattsPerUnit = unit.watts();
  }

  /** Adds a sample, which must be later than the newest one. */
  public void add(Sample sample) {
    double watts = sample.value * wattsPerUnit;
    if (state.samples == 0) {
      state.firstNanos = sample.timeNanos;
      open(sample.timeNanos);
    } else {
      step(
          state.newest,
          state.newestWatts,
          watts,
          state.newestNanos,
          state.newestPollNanos,
          sample.fromNanos,
          sample.timeNanos,
          sample.toNanos,
          sample.spacing);
      if (!state.open.hasRoomFor(sample)) {
        seal();
        open(sample.timeNanos);
      }
    }
    state.open.add(sample, state.newestNanos);
    state.open.mark(state.newest);
    state.samples++;
    state.newestNanos = sample.timeNanos;
    state.newestPollNanos = sample.toNanos;
    state.seenToNanos = sample.toNanos;
    state.newestWatts = watts;
  }

  /** A poll has seen the newest sample's value once more. */
  public void seenTo(long pollNanos) {
    state.seenToNanos = pollNanos;
  }

  /** Drops the full chunks whose samples, and whose last sample's successor, lie before a time. */
  public void dropBefore(long timeNanos) {
    int drop = 0;
    int full = state.fullChunks();
    while (drop < full && baseAfter(drop, full) < timeNanos) {
      store.remove(state.oldestNumber + drop);
      drop++;
    }
    if (drop > 0) {
      drop(drop, full);
    }
  }

  /** In place, where that leaves little room unused: chunks come and go for as long as a device. */
  private void drop(int drop, int full) {
    int kept = full - drop;
    int room = state.fullBases.length;
    if (room <= 2 * kept + LEAST_ROOM) {
      System.arraycopy(state.fullBases, drop, state.fullBases, 0, kept);
      Arrays.fill(state.fullBases, kept, full, 0);
    } else {
      state.fullBases =
          Arrays.copyOf(Arrays.copyOfRange(state.fullBases, drop, full), kept + LEAST_ROOM);
    }
    state.oldestNumber += drop;
  }

  /** Oldest time that can still be looked up. */
  public long oldestNanos() {
    return state.fullChunks() > 0 ? state.fullBases[0] : state.open.baseNanos;
  }

  /**
   * Time of the newest sample at or before a time that is not older than the ring's oldest; or of
   * one that is older by at most {@code withinNanos}, where that spares a look at the chunk, which
   * nobody has looked at for as long as the horizon.
   */
  public long sampleAtOrBefore(long timeNanos, long withinNanos) {
    long number = chunkAt(timeNanos);
    long base =
        number == state.openNumber
            ? state.open.baseNanos
            : state.fullBases[(int) (number - state.oldestNumber)];
    if (timeNanos - base <= withinNanos) {
      return base;
    }
    RingChunk chunk = chunk(number);
    return chunk.timeNanos(chunk.indexAt(timeNanos));
  }

  /** Finds what the ring knows at a time, which must not be older than {@link #oldestNanos}. */
  public void at(long timeNanos, RingPoint into) {
    if (state.samples == 0) {
      throw new IllegalStateException("the ring has no sample yet");
    }
    if (timeNanos < state.firstNanos) {
      before(into);
      return;
    }
    long number = chunkAt(timeNanos);
    RingChunk chunk = chunk(number);
    int index = chunk.indexAt(timeNanos);
    integralAt(number, chunk, index);
    into.integral.set(found);
    between(number, chunk, index, timeNanos, into);
  }

  /**
   * The running integral at a sample: folded from the chunk's newest mark before it, or on from the
   * sample that was looked up before, which gives the same bits since it does the same additions.
   */
  private void integralAt(long number, RingChunk chunk, int index) {
    int marked = chunk.markedAtOrBefore(index);
    if (number != foundNumber || index < foundIndex || foundIndex < marked) {
      found.set(chunk.marked(marked));
      foundNumber = number;
      foundIndex = marked;
    }
    for (int i = foundIndex + 1; i <= index; i++) {
      step(
          found,
          chunk.values[i - 1] * wattsPerUnit,
          chunk.values[i] * wattsPerUnit,
          chunk.timeNanos(i - 1),
          chunk.pollNanos(i - 1),
          chunk.pollBeforeNanos(i, chunk.timeNanos(i - 1)),
          chunk.timeNanos(i),
          chunk.pollNanos(i),
          chunk.spacing(i));
    }
    foundIndex = index;
  }

  private void before(RingPoint into) {
    RingChunk chunk = chunk(state.oldestNumber);
    if (state.oldestNumber > 0) {
      throw new IllegalArgumentException("the first sample has left the ring");
    }
    into.integral.set(chunk.start);
    into.watts = chunk.values[0] * wattsPerUnit;
    into.fromNanos = Long.MIN_VALUE;
    into.toNanos = state.firstNanos;
  }

  /** Moves an integral from one sample to the next. */
  private static void step(
      RunningIntegral integral,
      double watts0,
      double watts1,
      long nanos0,
      long poll0Nanos,
      long pollBefore1Nanos,
      long nanos1,
      long poll1Nanos,
      Spacing spacing) {
    if (spacing == Spacing.BROKEN) {
      integral.advance(watts0, watts0, pollBefore1Nanos - nanos0, Spacing.SEEN);
      integral.advanceRaw(watts0, watts0, pollBefore1Nanos - poll0Nanos, 0);
    } else {
      integral.advanceRaw(
          watts0, watts1, pollBefore1Nanos - poll0Nanos, poll1Nanos - pollBefore1Nanos);
    }
    integral.advance(watts0, watts1, nanos1 - nanos0, spacing);
  }

  private void between(long number, RingChunk chunk, int index, long timeNanos, RingPoint into) {
    into.fromNanos = chunk.timeNanos(index);
    into.watts = chunk.values[index] * wattsPerUnit;
    RingChunk next = chunk;
    int nextIndex = index + 1;
    if (nextIndex == chunk.count) {
      if (number == state.openNumber) {
        into.toNanos = Long.MAX_VALUE;
        hold(chunk, index, state.seenToNanos, timeNanos, into);
        return;
      }
      next = chunk(number + 1);
      nextIndex = 0;
    }
    into.toNanos = next.timeNanos(nextIndex);
    long pollBefore = next.pollBeforeNanos(nextIndex, into.fromNanos);
    if (next.spacing(nextIndex) == Spacing.BROKEN) {
      hold(chunk, index, pollBefore, timeNanos, into);
      return;
    }
    double watts0 = into.watts;
    double watts1 = next.values[nextIndex] * wattsPerUnit;
    long rise = next.pollNanos(nextIndex) - pollBefore;
    rawTo(chunk, index, timeNanos, watts1, pollBefore, rise, into.integral);
    long since = timeNanos - into.fromNanos;
    if (since == 0) {
      return;
    }
    double share = (double) since / (into.toNanos - into.fromNanos);
    into.watts = watts0 + (watts1 - watts0) * share;
    into.integral.advance(watts0, into.watts, since, next.spacing(nextIndex));
  }

  /** A sample that nothing is known to follow: its value holds as long as polls saw it. */
  private void hold(RingChunk chunk, int index, long seenToNanos, long timeNanos, RingPoint into) {
    long end = Math.min(timeNanos, Math.max(seenToNanos, chunk.pollNanos(index)));
    rawTo(chunk, index, end, 0, seenToNanos, 1, into.integral);
    into.integral.advance(into.watts, into.watts, Math.max(0, end - into.fromNanos), Spacing.SEEN);
  }

  /**
   * Moves the raw integral from the poll that saw a sample to a time at or after the sample: back
   * along the rise to that poll, or on along what the polls showed until the next sample was seen.
   * Behind a gap that was not bridged nothing leads to the poll.
   */
  private void rawTo(
      RingChunk chunk,
      int index,
      long timeNanos,
      double nextWatts,
      long heldToNanos,
      long riseNanos,
      RunningIntegral raw) {
    double watts = chunk.values[index] * wattsPerUnit;
    long poll = chunk.pollNanos(index);
    long since = chunk.sinceMicros[index] * 1000L;
    if (timeNanos < poll) {
      if (chunk.spacing(index) != Spacing.BROKEN) {
        double before = index > 0 ? chunk.values[index - 1] * wattsPerUnit : chunk.wattsBefore;
        double there = watts + (before - watts) * ((double) (poll - timeNanos) / since);
        raw.rawJoules -= 0.5 * (watts + there) * ((poll - timeNanos) * 1e-9);
      }
      return;
    }
    long held = Math.min(timeNanos, Math.max(heldToNanos, poll)) - poll;
    raw.rawJoules += watts * (held * 1e-9);
    long rising = timeNanos - poll - held;
    if (rising > 0) {
      double there = watts + (nextWatts - watts) * ((double) rising / riseNanos);
      raw.rawJoules += 0.5 * (watts + there) * (rising * 1e-9);
    }
  }

  /** Number of the chunk that a time lies in. */
  long chunkAt(long timeNanos) {
    if (timeNanos >= state.open.baseNanos) {
      return state.openNumber;
    }
    if (timeNanos < oldestNanos()) {
      throw new IllegalArgumentException(
          "time " + timeNanos + " is older than the ring, which starts at " + oldestNanos());
    }
    int low = 0;
    int high = state.fullChunks() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (state.fullBases[middle] <= timeNanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return state.oldestNumber + low;
  }

  /** A chunk that the ring has. */
  RingChunk chunk(long number) {
    if (number == state.openNumber) {
      return state.open;
    }
    RingChunk chunk = asked;
    if (chunk == null || number != askedNumber) {
      chunk = Objects.requireNonNull(store.get(number), "a chunk of the ring is missing");
      asked = chunk;
      askedNumber = number;
    }
    return chunk;
  }

  long oldestNumber() {
    return state.oldestNumber;
  }

  /** Number of the chunk that is being filled, which is the newest. */
  long openNumber() {
    return state.openNumber;
  }

  /** Reading of a sample. */
  double watts(RingChunk chunk, int index) {
    return chunk.values[index] * wattsPerUnit;
  }

  private long baseAfter(int fullIndex, int full) {
    return fullIndex + 1 < full ? state.fullBases[fullIndex + 1] : state.open.baseNanos;
  }

  private void open(long timeNanos) {
    state.open = new RingChunk();
    state.open.baseNanos = timeNanos;
    state.open.start.set(state.newest);
    state.open.wattsBefore = state.newestWatts;
  }

  private void seal() {
    int full = state.fullChunks();
    if (full == state.fullBases.length) {
      state.fullBases = Arrays.copyOf(state.fullBases, full + full / 4 + LEAST_ROOM);
    }
    state.fullBases[full] = state.open.baseNanos;
    store.put(state.openNumber, state.open);
    state.openNumber++;
  }
}

package io.wattune.core.ledger.attribution;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shares out a stretch of a device's energy at one level.
 *
 * <p>The times at which contenders of this level and of those outside it start and end, and the
 * edges of minutes, cut the stretch into pieces; each piece's energy is a difference of two whole
 * numbers of microjoules, and is split by the largest remainder method. So the parts and what is
 * left sum to the energy of the stretch exactly, and a stretch that is swept in two goes gives the
 * same as in one, where it is cut at such a time. Test: {@code SharedBooksPropertyTest}.
 */
public final class ShareSweep {
  /** Pieces end at whole multiples of it, since the epoch. */
  public static final long GRID_NANOS = 60_000_000_000L;

  private final List<Contender> contenders;
  private final Marks marks;
  private final PieceSplit split = new PieceSplit();
  private int[] active = new int[8];
  private int count;

  public ShareSweep(List<Contender> contenders, Marks marks) {
    this.contenders =
        contenders.stream()
            .sorted(Comparator.comparingInt(Contender::level).thenComparing(Contender::id))
            .toList();
    this.marks = marks;
  }

  /** Shares out the energy between two times. */
  public void run(int level, long fromNanos, long toNanos, PieceVisitor visitor) {
    int[] coming = coming(level, fromNanos, toNanos);
    long[] cuts = cuts(coming, fromNanos, toNanos);
    count = 0;
    int next = 0;
    int cut = 0;
    long at = fromNanos;
    @Nullable Mark from = null;
    while (at < toNanos) {
      leave(at);
      while (next < coming.length && contenders.get(coming[next]).startNanos() <= at) {
        enter(coming[next++]);
      }
      while (cut < cuts.length && cuts[cut] <= at) {
        cut++;
      }
      long event = cut < cuts.length ? cuts[cut] : toNanos;
      Mark start = from == null ? marks.at(at) : from;
      Mark end = pieceEnd(start, event);
      piece(level, start, end, visitor);
      from = end;
      at = end.timeNanos();
    }
  }

  /** The next event or minute, whichever is first; minutes of which nothing was seen are passed. */
  private Mark pieceEnd(Mark start, long event) {
    long at = start.timeNanos();
    long minute = (Math.floorDiv(at, GRID_NANOS) + 1) * GRID_NANOS;
    Mark end = marks.at(Math.min(minute, event));
    if (minute < event && end.spanNanos() == start.spanNanos()) {
      long seen = Math.min(marks.nextSeenNanos(minute), event);
      long later = Math.floorDiv(seen, GRID_NANOS) * GRID_NANOS;
      if (later > minute) {
        return marks.at(later);
      }
    }
    return end;
  }

  private void piece(int level, Mark from, Mark to, PieceVisitor visitor) {
    long amount = to.microjoules() - from.microjoules();
    long raw = to.rawMicrojoules() - from.rawMicrojoules();
    double nanos = (double) (to.spanNanos() - from.spanNanos());
    long left = amount;
    long rawLeft = raw;
    double fractionLeft = 1;
    split.split(contenders, active, count, level, from.timeNanos(), amount);
    for (int i = count > 0 ? split.first : 0; i < count; i++) {
      double fraction = split.fractions[i];
      long rawPart = Math.round(raw * fraction);
      int parent = split.parents[i];
      visitor.part(
          contenders.get(active[i]),
          parent < 0 ? null : contenders.get(active[parent]),
          to.timeNanos(),
          split.microjoules[i],
          rawPart,
          nanos * fraction);
      left -= split.microjoules[i];
      rawLeft -= rawPart;
      fractionLeft -= fraction;
    }
    visitor.left(to.timeNanos(), left, rawLeft, nanos * Math.max(0, fractionLeft));
  }

  /** Those that compete in the stretch, by their start. */
  private int[] coming(int level, long fromNanos, long toNanos) {
    int[] found = new int[contenders.size()];
    int n = 0;
    for (int i = 0; i < found.length; i++) {
      Contender contender = contenders.get(i);
      if (contender.level() <= level
          && contender.startNanos() < toNanos
          && contender.endNanos() > fromNanos) {
        found[n++] = i;
      }
    }
    return Arrays.stream(found, 0, n)
        .boxed()
        .sorted(Comparator.comparingLong(i -> contenders.get(i).startNanos()))
        .mapToInt(i -> i)
        .toArray();
  }

  private long[] cuts(int[] coming, long fromNanos, long toNanos) {
    long[] cuts = new long[3 * coming.length];
    int n = 0;
    for (int i : coming) {
      Contender contender = contenders.get(i);
      cuts[n++] = contender.startNanos();
      cuts[n++] = contender.endNanos();
      cuts[n++] = contender.ratedFromNanos();
    }
    return Arrays.stream(cuts).filter(t -> t > fromNanos && t < toNanos).sorted().toArray();
  }

  /** Adds one, in the order of {@link #contenders}. */
  private void enter(int contender) {
    if (count == active.length) {
      active = Arrays.copyOf(active, 2 * count);
    }
    int at = count++;
    while (at > 0 && active[at - 1] > contender) {
      active[at] = active[at - 1];
      at--;
    }
    active[at] = contender;
  }

  private void leave(long timeNanos) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (contenders.get(active[i]).endNanos() > timeNanos) {
        active[kept++] = active[i];
      }
    }
    count = kept;
  }
}

package io.wattune.core.inforce;

import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a node has read back of a device, and when: the only thing that evidence rests on. That a
 * decision was sent, accepted or applied proves nothing; a span that the node has reported does.
 * Spans may come late and repeated; one that goes on comes again from the same start.
 *
 * <p>Bounded: {@value #MOST_SPANS} spans, the oldest are forgotten, and work of their time is never
 * evidence. Times are the node's clock. Test: {@code ReadBacksTest}.
 */
public final class ReadBacks {
  static final int MOST_SPANS = 1024;

  /** Sums with a time must not overflow. */
  private static final long LATEST_NANOS = Long.MAX_VALUE / 2;

  /** By start, each start once. */
  private final List<InForceSpan> spans = new ArrayList<>();

  /** The latest end of a span and all before it. */
  private final long[] latestEnds = new long[MOST_SPANS + 1];

  private long reportedNanos = Long.MIN_VALUE;

  /** Whether the wished settings were in force while work was done. */
  public enum Proof {
    /** They were, as read back. */
    PROVEN,
    /** Others were, as read back. */
    REFUTED,
    /** Nobody has looked at that time. */
    UNSEEN,
    /** The node has not reported that time yet. */
    NOT_REPORTED
  }

  /** Takes what a node has reported. Of two spans with one start the longer one counts. */
  public void take(List<InForceSpan> reported) {
    for (InForceSpan span : reported) {
      if (span.fromNanos() < 0 || span.toNanos() > LATEST_NANOS) {
        continue;
      }
      take(span);
      reportedNanos = Math.max(reportedNanos, span.toNanos());
    }
  }

  private void take(InForceSpan span) {
    int place = firstFrom(span.fromNanos());
    boolean isKnown = place < spans.size() && spans.get(place).fromNanos() == span.fromNanos();
    if (!isKnown) {
      spans.add(place, span);
    } else if (span.toNanos() >= spans.get(place).toNanos()) {
      spans.set(place, span);
    }
    if (spans.size() > MOST_SPANS) {
      spans.remove(0);
      place = 0;
    }
    for (int i = place; i < spans.size(); i++) {
      long before = i == 0 ? Long.MIN_VALUE : latestEnds[i - 1];
      latestEnds[i] = Math.max(before, spans.get(i).toNanos());
    }
  }

  /** Place of the first span that starts at a time or later. */
  private int firstFrom(long nanos) {
    int low = 0;
    int high = spans.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (spans.get(middle).fromNanos() < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The clock was wrong: nothing that is known of times counts. */
  public void forget() {
    spans.clear();
    reportedNanos = Long.MIN_VALUE;
  }

  /**
   * Whether a configuration was in force while something ran.
   *
   * @param activityName whose configuration is judged; null for the default configuration, while
   *     which no other one may have been in force
   * @param wished what must have been read back; a tunable that it does not name must have had its
   *     own setting
   * @param toleranceNanos for so long, all together, something else may have been in force: the
   *     node sees a start and an end late
   */
  public Proof proof(
      @Nullable String activityName,
      Configuration wished,
      long startNanos,
      long endNanos,
      long toleranceNanos) {
    return proof(
        span -> isOf(span, activityName) && stands(span, wished),
        startNanos,
        endNanos,
        toleranceNanos);
  }

  /**
   * Whether other settings than the own ones were in force while something of this name ran.
   *
   * @param toleranceNanos as above
   */
  public Proof proofOfOthers(
      String activityName, long startNanos, long endNanos, long toleranceNanos) {
    return proof(
        span -> isOf(span, activityName) && !stands(span, Configuration.EMPTY),
        startNanos,
        endNanos,
        toleranceNanos);
  }

  private Proof proof(
      Predicate<InForceSpan> isIt, long startNanos, long endNanos, long toleranceNanos) {
    long provenTo = startNanos;
    long proven = 0;
    long other = 0;
    // One that began long ago may still go on; where two overlap, as after a clock was set back, no
    // time counts twice as proven, and what contradicts it counts.
    int behind = firstFrom(endNanos);
    int first = behind;
    while (first > 0 && latestEnds[first - 1] > startNanos) {
      first--;
    }
    for (int i = first; i < behind; i++) {
      InForceSpan span = spans.get(i);
      long to = Math.min(span.toNanos(), endNanos);
      if (to <= startNanos) {
        continue;
      }
      if (isIt.test(span)) {
        proven += Math.max(0, to - Math.max(span.fromNanos(), provenTo));
        provenTo = Math.max(provenTo, to);
      } else {
        other += to - Math.max(span.fromNanos(), startNanos);
      }
    }
    if (other > toleranceNanos) {
      return Proof.REFUTED;
    }
    if (endNanos - startNanos - proven <= toleranceNanos) {
      return Proof.PROVEN;
    }
    return reportedNanos < endNanos ? Proof.NOT_REPORTED : Proof.UNSEEN;
  }

  /** The default configuration is that of each activity without one of its own, too. */
  private static boolean isOf(InForceSpan span, @Nullable String activityName) {
    return span.activityName() == null || span.activityName().equals(activityName);
  }

  private static boolean stands(InForceSpan span, Configuration wished) {
    Set<String> read = new HashSet<>();
    int named = 0;
    for (InForceValue value : span.values()) {
      Setting setting = wished.setting(value.tunable()).orElse(null);
      if (value.readBack().isEmpty() || !read.add(value.tunable())) {
        return false;
      }
      if (setting == null) {
        if (!value.isOwn()) {
          return false;
        }
      } else if (setting.unit() != value.unit()
          || setting.value() != value.readBack().getAsLong()) {
        return false;
      } else {
        named++;
      }
    }
    return named == wished.settings().size();
  }
}

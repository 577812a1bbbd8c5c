package io.wattune.core.loop;

import io.wattune.core.tunable.Configuration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which settings are in force at a device, as far as its node's answers show. Times are the
 * device's clock.
 *
 * <p>What was sent is believed, so that nothing is sent twice. Evidence does not rest on this but
 * on what was read back: see {@link io.wattune.core.inforce.ReadBacks}.
 */
final class InForce {
  /** With more unanswered decisions than this nothing is known to be in force. */
  private static final int MOST_UNANSWERED = 16;

  /** Kernels whose times are kept, beyond which old ones are forgotten. */
  private static final int MOST_TIMES = 1024;

  private final Deque<SentDecision> unanswered = new ArrayDeque<>();
  private @Nullable SentDecision sent;

  /** Null: nothing is known. */
  private @Nullable SentDecision confirmed;

  /** From when on each kernel has had its confirmed configuration; others since the base. */
  private final Map<String, Long> sinceNanos = new HashMap<>();

  private long baseNanos;
  private long answeredNanos = LoopState.NEVER;
  private final Map<String, Long> changedNanos = new HashMap<>();
  private long newestEpoch = Long.MIN_VALUE;
  private long newestSequence;
  private long confirmedEpoch = Long.MIN_VALUE;
  private long confirmedSequence;

  /** What was sent last, while its lease runs and nothing says that it is gone. */
  Map<String, Configuration> sent() {
    return sent == null ? Map.of() : sent.configurations();
  }

  /** The newest decision sent and alive was based on this time; {@code NEVER} without one. */
  long sentNanos() {
    return sent == null ? LoopState.NEVER : sent.basedOnNanos();
  }

  /** What is confirmed to be in force at a time; own settings where nothing is. */
  private Map<String, Configuration> confirmed(long nowNanos) {
    return confirmed == null || nowNanos > confirmed.untilNanos()
        ? Map.of()
        : confirmed.configurations();
  }

  /** All that may be in force: what is confirmed, and what was sent since and is not answered. */
  List<Map<String, Configuration>> possible(long nowNanos) {
    List<Map<String, Configuration>> possible = new ArrayList<>(unanswered.size() + 1);
    possible.add(confirmed(nowNanos));
    for (SentDecision open : unanswered) {
      possible.add(open.configurations());
    }
    return possible;
  }

  /** When each kernel's configuration changed last. */
  Map<String, Long> changedNanos() {
    return changedNanos;
  }

  /**
   * Whether a kernel's settings should have been in force in an interval, by what the node has
   * confirmed. That they were is another question: see {@link io.wattune.core.inforce.ReadBacks}.
   *
   * @param settleNanos how long after a change nothing counts
   */
  boolean isExpected(
      String kernel, Configuration wished, long startNanos, long endNanos, long settleNanos) {
    if (confirmed == null
        || !confirmed.of(kernel).equals(wished)
        || endNanos > confirmed.untilNanos()) {
      return false;
    }
    for (SentDecision open : unanswered) {
      if (!open.of(kernel).equals(wished) && open.basedOnNanos() < endNanos) {
        return false;
      }
    }
    return startNanos >= sinceNanos.getOrDefault(kernel, baseNanos) + settleNanos;
  }

  /** A decision has been sent. */
  void onSent(SentDecision decision) {
    if (sent == null && confirmed == null) {
      // Whatever was in force, this may change it.
      changedNanos.replaceAll((kernel, nanos) -> Math.max(nanos, decision.basedOnNanos()));
    }
    // One that was sent before may have been lost, so that only this one brings the change.
    for (Map<String, Configuration> before : possible(decision.basedOnNanos())) {
      for (String kernel : union(before.keySet(), decision.configurations().keySet())) {
        if (!decision.of(kernel).equals(before.getOrDefault(kernel, Configuration.EMPTY))) {
          changedNanos.put(kernel, decision.basedOnNanos());
        }
      }
    }
    if (changedNanos.size() > MOST_TIMES) {
      long lease = decision.untilNanos() - decision.basedOnNanos();
      changedNanos.values().removeIf(nanos -> nanos < decision.basedOnNanos() - lease);
    }
    sent = decision;
    newestEpoch = decision.epoch();
    newestSequence = decision.sequence();
    unanswered.addLast(decision);
    if (unanswered.size() > MOST_UNANSWERED) {
      unanswered.removeFirst();
      confirmed = null;
    }
  }

  /** Whether a decision is newer than all that are confirmed, so may have taken their place. */
  boolean isUnheardOf(long epoch, long sequence) {
    return epoch != confirmedEpoch ? epoch > confirmedEpoch : sequence > confirmedSequence;
  }

  /** Epoch of the newest decision sent. */
  long newestEpoch() {
    return newestEpoch;
  }

  /** Sequence number of the newest decision sent. */
  long newestSequence() {
    return newestSequence;
  }

  /** Whether this is the newest decision sent. */
  boolean isNewest(long epoch, long sequence) {
    return epoch == newestEpoch && sequence == newestSequence;
  }

  /** Whether this decision of ours may be in force: it is confirmed, or not answered yet. */
  boolean isPossible(long epoch, long sequence) {
    return (confirmed != null && confirmed.isAt(epoch, sequence))
        || unanswered(epoch, sequence) != null;
  }

  /** The unanswered decision with this place in the order. */
  @Nullable SentDecision unanswered(long epoch, long sequence) {
    for (SentDecision open : unanswered) {
      if (open.isAt(epoch, sequence)) {
        return open;
      }
    }
    return null;
  }

  /**
   * The node has written what a decision wishes. Where that is what was confirmed before, it was
   * gone in between and nobody said so: a writer was killed, and its guardian has restored.
   */
  void onWritten(SentDecision decision, long atNanos, long nowNanos) {
    SentDecision before = confirmed;
    if (before != null
        && !decision.configurations().isEmpty()
        && before.configurations().equals(decision.configurations())) {
      markChanged(decision.configurations(), nowNanos);
      sinceNanos.clear();
      baseNanos = atNanos;
    }
  }

  /** A decision of ours is in force, all of it. */
  void onConfirmed(SentDecision decision, long atNanos) {
    SentDecision before = confirmed;
    if (before == null || atNanos > before.untilNanos() || sinceNanos.size() > MOST_TIMES) {
      sinceNanos.clear();
      baseNanos = atNanos;
    } else {
      Set<String> touched =
          union(before.configurations().keySet(), decision.configurations().keySet());
      for (SentDecision open : unanswered) {
        touched.addAll(open.configurations().keySet());
      }
      for (String kernel : touched) {
        if (isTouched(kernel, before, decision)) {
          sinceNanos.put(kernel, atNanos);
        }
      }
    }
    confirmed = decision;
    confirmedEpoch = decision.epoch();
    confirmedSequence = decision.sequence();
    unanswered.removeIf(open -> !open.isAfter(decision.epoch(), decision.sequence()));
    answeredNanos = Math.max(answeredNanos, atNanos);
  }

  /** Whether a kernel may have had another configuration between two confirmed decisions. */
  private boolean isTouched(String kernel, SentDecision before, SentDecision decision) {
    Configuration now = decision.of(kernel);
    if (!before.of(kernel).equals(now)) {
      return true;
    }
    for (SentDecision open : unanswered) {
      boolean isEarlier = decision.isAfter(open.epoch(), open.sequence());
      if (isEarlier && !open.of(kernel).equals(now)) {
        return true;
      }
    }
    return false;
  }

  /** A decision of ours was refused: what was in force before still is. */
  void onRefused(SentDecision decision, long nowNanos) {
    unanswered.remove(decision);
    if (isNewest(decision.epoch(), decision.sequence())) {
      SentDecision before = unanswered.peekLast();
      // One from before the newest answer was lost, or has been undone by a restore.
      sent =
          before != null && before.basedOnNanos() >= answeredNanos
              ? before
              : aliveConfirmed(nowNanos);
    }
  }

  private @Nullable SentDecision aliveConfirmed(long nowNanos) {
    SentDecision before = confirmed;
    return before == null || before.untilNanos() == Long.MAX_VALUE || nowNanos > before.untilNanos()
        ? null
        : before;
  }

  /**
   * A decision is in force that is not known here: another controller's, or one that was forgotten,
   * by a restart too. Where a newer one of ours is under way the node takes that next, and its
   * answer is waited for. To send one more for each such answer would beget as many answers again,
   * for ever.
   */
  void onStranger(long epoch, long sequence, long nowNanos) {
    if (sent == null || !sent.isAfter(epoch, sequence)) {
      onUnknown(nowNanos);
      return;
    }
    markChanged(sent(), nowNanos);
    unanswered.removeIf(open -> !open.isAfter(epoch, sequence));
    sinceNanos.clear();
    confirmed = null;
  }

  /** The own settings are back from a time on, as is learned now. */
  void onRestored(long atNanos, long nowNanos) {
    if (atNanos < answeredNanos) {
      return;
    }
    answeredNanos = atNanos;
    markChanged(sent(), Math.max(atNanos, nowNanos));
    sinceNanos.clear();
    baseNanos = atNanos;
    confirmed = new SentDecision(0, 0, atNanos, Long.MAX_VALUE, Map.of());
    // One that was sent since then is under way; an older one was in force or lost.
    if (sent != null && sent.basedOnNanos() < atNanos) {
      sent = null;
    }
  }

  /** Nothing is known any more of what is in force. */
  void onUnknown(long nowNanos) {
    markChanged(sent(), nowNanos);
    unanswered.clear();
    sinceNanos.clear();
    sent = null;
    confirmed = null;
  }

  /** The clock has moved on: leases end. */
  void onClock(long nowNanos) {
    unanswered.removeIf(open -> nowNanos > open.untilNanos());
    if (sent != null && nowNanos > sent.untilNanos()) {
      markChanged(sent.configurations(), sent.untilNanos());
      sent = null;
    }
  }

  /** The clock was wrong: no time after this one is remembered. */
  void onClockCorrected(long nowNanos) {
    onUnknown(nowNanos);
    answeredNanos = LoopState.NEVER;
    changedNanos.replaceAll((kernel, nanos) -> Math.min(nanos, nowNanos));
  }

  /** A kernel is not remembered any more; what is sent of it is until the next decision. */
  void forget(String kernel) {
    sinceNanos.remove(kernel);
    if (!sent().containsKey(kernel)) {
      changedNanos.remove(kernel);
    }
  }

  private void markChanged(Map<String, Configuration> gone, long atNanos) {
    gone.keySet().forEach(kernel -> changedNanos.merge(kernel, atNanos, Math::max));
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }
}

package io.wattune.core.inforce;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is in force at a device, of its answers alone: what its node has read back, for which
 * activity and since when, and which names of the decision wait for an activity. What a decision
 * wishes is never taken for what is in force. Answers come in the order of their topic; one thread.
 * Test: {@code InForceNowTest}.
 */
public final class InForceNow {
  /** For so long a read-back counts where the decision, whose lease would say, is not known. */
  private static final long USUAL_RENEWAL_NANOS = 4_000_000_000L;

  private final Map<String, Long> readBack = new HashMap<>();
  private @Nullable Actuation newest;
  private @Nullable Actuation answer;
  private @Nullable InForceSpan span;

  /** Takes an answer about the device. */
  public void take(Actuation actuation) {
    newest = actuation;
    if (actuation.outcome() == ActuationOutcome.REFUSED) {
      take(actuation.inForce(), List.of());
      return; // What was in force still is.
    }
    if (actuation.outcome() == ActuationOutcome.RESTORED) {
      readBack.clear();
    }
    if (actuation.leaseLeftNanos() > 0) {
      take(actuation.inForce(), actuation.controls());
    } else {
      span = null; // On the way to its own settings: what it reports has ended.
    }
    for (ControlOutcome control : actuation.controls()) {
      control.readBack().ifPresent(value -> readBack.put(control.tunable(), value));
    }
    answer = actuation;
  }

  private void take(List<InForceSpan> spans, List<ControlOutcome> controls) {
    for (InForceSpan each : spans) {
      InForceSpan before = span;
      if (before == null || each.fromNanos() >= before.fromNanos()) {
        boolean isSame = before != null && each.fromNanos() == before.fromNanos();
        span = completed(each, controls, isSame ? before : null);
      }
    }
    if (span != null) {
      for (InForceValue value : span.values()) {
        value.readBack().ifPresent(found -> readBack.put(value.tunable(), found));
      }
    }
  }

  /** A control that failed has no value in the span, but perhaps in the answer that says so. */
  private static InForceSpan completed(
      InForceSpan span, List<ControlOutcome> controls, @Nullable InForceSpan before) {
    List<InForceValue> values = new ArrayList<>(span.values().size());
    for (InForceValue value : span.values()) {
      values.add(
          value.readBack().isPresent() ? value : known(value, controls, before).orElse(value));
    }
    return new InForceSpan(span.activityName(), span.fromNanos(), span.toNanos(), values);
  }

  private static Optional<InForceValue> known(
      InForceValue value, List<ControlOutcome> controls, @Nullable InForceSpan before) {
    for (ControlOutcome control : controls) {
      if (control.tunable().equals(value.tunable()) && control.readBack().isPresent()) {
        return Optional.of(
            new InForceValue(value.tunable(), value.unit(), control.readBack(), false));
      }
    }
    return before == null
        ? Optional.empty()
        : before.values().stream()
            .filter(each -> each.tunable().equals(value.tunable()))
            .findFirst();
  }

  /** The newest answer that was no refusal: whose decision holds; null before the first. */
  public @Nullable Actuation answer() {
    return answer;
  }

  /** The answer whose settings are in force, whether or not its lease has ended; null for own. */
  public @Nullable Actuation tuned() {
    Actuation current = answer;
    return current == null || current.outcome() == ActuationOutcome.RESTORED ? null : current;
  }

  /** The answer whose lease runs at a time; null where none does. */
  public @Nullable Actuation leased(long nowNanos) {
    Actuation current = tuned();
    return current == null || leaseUntilNanos(current) <= nowNanos ? null : current;
  }

  /** When the lease of an answer ends, epoch nanoseconds of the node's clock. */
  public static long leaseUntilNanos(Actuation answer) {
    return answer.atNanos() + answer.leaseLeftNanos();
  }

  /** The newest answer, where it refuses all or a part; else null. */
  public @Nullable Actuation refusal() {
    Actuation last = newest;
    return last != null
            && (last.outcome() == ActuationOutcome.REFUSED
                || last.outcome() == ActuationOutcome.PARTLY_APPLIED)
        ? last
        : null;
  }

  /** The name whose configuration is in force; null for the default configuration. */
  public @Nullable String activityName() {
    InForceSpan current = span;
    if (current != null) {
      return current.activityName();
    }
    return answer == null ? null : answer.activityName();
  }

  /** The value of a control that was read back last; empty where none was. */
  public OptionalLong value(String tunable) {
    Long value = readBack.get(tunable);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /**
   * What was read back last, from when it has stood there to the newest look; null where own
   * settings are back, or no answer has said it.
   */
  public @Nullable InForceSpan span() {
    return span;
  }

  /** Names whose configurations no activity has used yet. */
  public List<String> pending() {
    return answer == null ? List.of() : answer.pending();
  }

  /** Whether nothing of the decision that was answered is in force: each name of it waits. */
  public boolean isPending(Decision.@Nullable ForDevice decision) {
    return answer != null
        && (decision == null
            ? answer.outcome() == ActuationOutcome.PENDING
            : decision.isPendingWith(answer.pending()));
  }

  /** What was read back otherwise than the decision wishes; empty where it is not known. */
  public List<Difference> differences(Decision.@Nullable ForDevice decision) {
    return decision == null || span == null ? List.of() : Difference.of(decision, span);
  }

  /**
   * Whether a lease runs and nobody has read back for longer than from one renewal to the next: two
   * fifths of a lease, which is 4 s of the usual 10 s.
   *
   * @param nowNanos epoch nanoseconds
   */
  public boolean isUnseen(Decision.@Nullable ForDevice decision, long nowNanos) {
    long renewal = decision == null ? USUAL_RENEWAL_NANOS : decision.leaseNanos() / 5 * 2;
    return answer != null
        && answer.leaseLeftNanos() > 0
        && nowNanos < leaseUntilNanos(answer)
        && nowNanos - seenNanos() > renewal;
  }

  /** When the controls were read back last, epoch nanoseconds; 0 where they never were. */
  public long seenNanos() {
    if (span != null) {
      return span.toNanos();
    }
    return answer != null && !answer.controls().isEmpty() ? answer.atNanos() : 0;
  }
}

package io.wattune.core.inforce;

import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.lease.LeaseTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was in force at a device, for its answers: from the read-back that showed it until the next
 * write. What goes on is reported up to its newest read-back, and once more when it has ended.
 * Lengths are those of the monotonic clock, so that a wall clock that is stepped makes no span that
 * never was. Keeps the newest {@value InForceSpan#MOST} that were not reported; one thread. Test:
 * {@code InForceLogTest}.
 */
public final class InForceLog {
  private final Deque<InForceSpan> finished = new ArrayDeque<>();
  private final Set<String> used = new HashSet<>();
  private boolean isOpen;
  private @Nullable String activityName;
  private List<InForceValue> values = List.of();
  private long fromWallNanos;
  private long fromMonotonicNanos;
  private long verifiedMonotonicNanos;

  /** Another decision is in force: no activity has used it yet. */
  public void decided() {
    used.clear();
  }

  /**
   * Values were read back.
   *
   * @param name whose configuration they are; null for the default configuration
   */
  public void begin(@Nullable String name, LeaseTime now, List<InForceValue> readBack) {
    lose();
    isOpen = true;
    activityName = name;
    values = List.copyOf(readBack);
    fromWallNanos = now.wallNanos();
    fromMonotonicNanos = now.monotonicNanos();
    verifiedMonotonicNanos = now.monotonicNanos();
    if (name != null) {
      used.add(name);
    }
  }

  /** Another activity goes on with the same values. */
  public void rename(@Nullable String name, LeaseTime now) {
    if (isOpen) {
      List<InForceValue> same = values;
      end(now);
      begin(name, now, same);
    }
  }

  /**
   * All values were read back, and nothing was written. Where they are others than before, nobody
   * knows since when: a span ends at its newest read-back, and another one begins.
   */
  public void readBack(@Nullable String name, LeaseTime now, List<InForceValue> all) {
    if (isOpen && Objects.equals(name, activityName) && all.equals(values)) {
      verified(now);
    } else {
      begin(name, now, all);
    }
  }

  /** The same values were read back once more. */
  public void verified(LeaseTime now) {
    verifiedMonotonicNanos = now.monotonicNanos();
  }

  /** Something is to be written now. */
  public void end(LeaseTime now) {
    verifiedMonotonicNanos = now.monotonicNanos();
    lose();
  }

  /** Since the newest read-back something has changed, nobody knows when. */
  public void lose() {
    if (!isOpen) {
      return;
    }
    finished.addLast(span());
    isOpen = false;
    if (finished.size() > InForceSpan.MOST - 1) {
      finished.removeFirst();
    }
  }

  /** What was not reported yet, oldest first. */
  public List<InForceSpan> report() {
    List<InForceSpan> report = new ArrayList<>(finished);
    finished.clear();
    if (isOpen) {
      report.add(span());
    }
    return report;
  }

  /** Whether an activity of this name has used its configuration since the newest decision. */
  public boolean isUsed(String name) {
    return used.contains(name);
  }

  private InForceSpan span() {
    return new InForceSpan(
        activityName,
        fromWallNanos,
        fromWallNanos + Math.max(0, verifiedMonotonicNanos - fromMonotonicNanos),
        values);
  }
}

package io.wattune.core.fleet;

import java.util.Map;
import java.util.TreeMap;

/**
 * The sums of the nodes of a rack, or of the racks of the cluster, and the sum of them. Mutable.
 */
public final class FleetGroup {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** As much as a node's clock may be ahead of the controller's, too. */
  private static final long AHEAD_NANOS = 1_000_000_000L;

  private final Map<String, FleetSum> members = new TreeMap<>();

  /** The newest sum of a member, in place of the one before. */
  public void put(String member, FleetSum sum) {
    members.put(member, sum);
  }

  /** A member is here no more. */
  public void remove(String member) {
    members.remove(member);
  }

  /** Whether it has any member. */
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /**
   * The sum over its members, seen from the newest of their times, but from none that is ahead of
   * the reader's clock where others are not: one node with a wrong clock would move the whole sum
   * in time. Where all are ahead, the reader's clock is the wrong one. Test: {@code
   * FleetGroupTest}.
   *
   * @param nowMillis the reader's clock, epoch milliseconds
   */
  public FleetSum sum(long nowMillis) {
    FleetSum sum = FleetSum.EMPTY;
    long latestNanos = nowMillis * NANOS_PER_MILLI + AHEAD_NANOS;
    long newestNanos = 0;
    for (FleetSum member : members.values()) {
      sum = sum.plus(member);
      if (member.atNanos() <= latestNanos) {
        newestNanos = Math.max(newestNanos, member.atNanos());
      }
    }
    return newestNanos > 0 ? sum.seenFrom(newestNanos) : sum;
  }
}

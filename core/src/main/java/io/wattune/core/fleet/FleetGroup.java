package io.wattune.core.fleet;

import java.util.Map;
import java.util.TreeMap;

/**
 * The sums of the nodes of a rack, or of the racks of the cluster, and the sum of them. Mutable.
 */
public final class FleetGroup {
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

  /** The sum over its members. */
  public FleetSum sum() {
    FleetSum sum = FleetSum.EMPTY;
    for (FleetSum member : members.values()) {
      sum = sum.plus(member);
    }
    return sum;
  }
}

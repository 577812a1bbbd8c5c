package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetSum;

/**
 * A member of a group as it is stored.
 *
 * @param group the rack, empty for the nodes that name none; or the cluster
 * @param name the member
 * @param offset of the record that reported it; earlier records in the topic are repeats
 * @param sum its newest sum
 */
public record StoredMember(String group, String name, long offset, FleetSum sum) {
  private static final char SEPARATOR = '\0';

  static String key(String group, String name) {
    return group + SEPARATOR + name;
  }

  /** What the keys of a group's members begin with. */
  public static String prefix(String group) {
    return group + SEPARATOR;
  }
}

package io.wattune.streams.fleet.topology;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a view has done since it started, and what it knows now. Each record that comes is counted
 * once as read, and then as used, as passed over or as rejected.
 *
 * @param read records that came, by topic
 * @param used of those, records that went on to the task that owns their node
 * @param passedOver of those, records that say nothing to a sum, by why: entries of other books,
 *     blocks without true power
 * @param rejected records that could not be used, by reason; some are the view's own
 * @param windows windows of energy, by what became of them
 * @param sent records sent to the topic fleet, by scope
 * @param nodes nodes that this process owns now
 * @param devices devices that it knows in them
 * @param repeatedSums sums of a node or rack that had been read before
 * @param unreadableStates stored states that could not be read; what they were of began anew
 */
public record FleetCounts(
    Map<String, Long> read,
    long used,
    Map<String, Long> passedOver,
    Map<String, Long> rejected,
    Map<String, Long> windows,
    Map<String, Long> sent,
    long nodes,
    long devices,
    long repeatedSums,
    long unreadableStates) {

  public FleetCounts {
    read = sorted(read);
    passedOver = sorted(passedOver);
    rejected = sorted(rejected);
    windows = sorted(windows);
    sent = sorted(sent);
  }

  /** All records that came. */
  public long allRead() {
    return sum(read);
  }

  /** All records that could not be used. */
  public long allRejected() {
    return sum(rejected);
  }

  /** All records sent. */
  public long allSent() {
    return sum(sent);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, Long> sorted(Map<String, Long> counts) {
    return Collections.unmodifiableMap(new TreeMap<>(counts));
  }
}

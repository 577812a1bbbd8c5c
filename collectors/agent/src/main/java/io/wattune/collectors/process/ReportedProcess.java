package io.wattune.collectors.process;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;

/**
 * A process that a device lists, as the agent reports it.
 *
 * @param id id of the process, the same in every life of the agent
 * @param name its name
 * @param labels whose it is
 * @param piece number of its activity, from 1: it begins anew after the process has reported for
 *     itself
 * @param startNanos start of that activity, epoch nanoseconds
 * @param isShown whether the activity is open; where not, the process reports for itself
 */
record ReportedProcess(
    String id,
    String name,
    Map<String, String> labels,
    int piece,
    long startNanos,
    boolean isShown) {

  ReportedProcess {
    labels = Map.copyOf(labels);
  }

  /** As it was found. */
  static ReportedProcess of(Activity found) {
    return new ReportedProcess(
        found.activityId(), found.name(), found.labels(), 1, found.startNanos(), true);
  }

  ReportedProcess hidden() {
    return new ReportedProcess(id, name, labels, piece, startNanos, false);
  }

  ReportedProcess from(long nanos) {
    return new ReportedProcess(id, name, labels, piece + 1, nanos, true);
  }

  /** Its activity, running or ended. */
  Activity activity(String device, long endNanos) {
    return new Activity(
        device,
        piece == 1 ? id : id + "." + piece,
        Book.PROCESS,
        name,
        startNanos,
        endNanos == Activity.RUNNING ? endNanos : Math.max(startNanos + 1, endNanos),
        null,
        labels);
  }
}

package io.wattune.collectors.local;

import io.wattune.collectors.process.Reporter;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An activity of a program.
 *
 * @param devices device ids
 * @param holder the connection with which it ends; null where it does not end with one
 * @param user who started it; null where that is not known
 * @param reporter the process that it is about; null where that is not known
 */
record OpenActivity(
    String id,
    String name,
    Book book,
    List<String> devices,
    long startNanos,
    @Nullable String parent,
    Map<String, String> labels,
    @Nullable Double weight,
    @Nullable LineSender holder,
    @Nullable String user,
    @Nullable Reporter reporter) {

  OpenActivity {
    devices = List.copyOf(devices);
    labels = Map.copyOf(labels);
  }

  /** The activity on each device, as it runs. */
  List<Activity> running() {
    return until(Activity.RUNNING, null);
  }

  /**
   * The activity on each device, ended.
   *
   * @param work of all devices together; each gets an equal part
   */
  List<Activity> until(long endNanos, @Nullable Double work) {
    Double each = work == null ? null : Double.valueOf(work / devices.size());
    return devices.stream()
        .map(
            device ->
                new Activity(
                    device, id, book, name, startNanos, endNanos, parent, labels, weight, each))
        .toList();
  }
}

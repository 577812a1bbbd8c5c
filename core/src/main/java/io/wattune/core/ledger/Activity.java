package io.wattune.core.ledger;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An interval in which something ran on a device.
 *
 * @param device device id
 * @param activityId stable id, unique within device and book
 * @param book the activity's level, as the book that its energy goes to: not a window book
 * @param name what ran, for people
 * @param startNanos epoch nanoseconds of the start
 * @param endNanos epoch nanoseconds of the end, after the start; {@link #RUNNING} while it runs
 * @param parentId the enclosing activity, one level up, where there is one
 * @param labels owner labels: user, job, process, kernel or any other
 */
public record Activity(
    String device,
    String activityId,
    Book book,
    String name,
    long startNanos,
    long endNanos,
    @Nullable String parentId,
    Map<String, String> labels) {

  /** The end of an activity that still runs. */
  public static final long RUNNING = Long.MAX_VALUE;

  public Activity {
    if (book.windowNanos() != 0) {
      throw new IllegalArgumentException("an activity cannot have the level " + book.label());
    }
    if (endNanos <= startNanos) {
      throw new IllegalArgumentException(
          "activity '"
              + name
              + "' must end after its start, lasts "
              + (endNanos - startNanos)
              + " ns");
    }
    labels = Map.copyOf(labels);
  }

  /** The same activity as it was said to be when it started. */
  public Activity atItsStart() {
    return new Activity(device, activityId, book, name, startNanos, RUNNING, parentId, labels);
  }

  /** Whether the end is known. */
  public boolean hasEnded() {
    return endNanos != RUNNING;
  }
}

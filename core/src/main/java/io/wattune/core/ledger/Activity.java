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
 * @param weight its declared weight against those that it overlaps with, at least 0; null where
 *     none is
 * @param work work delivered over the activity, as counters or the application count it, at least
 *     0; null where it is not known
 */
public record Activity(
    String device,
    String activityId,
    Book book,
    String name,
    long startNanos,
    long endNanos,
    @Nullable String parentId,
    Map<String, String> labels,
    @Nullable Double weight,
    @Nullable Double work) {

  /** The owner label that names a user. */
  public static final String USER = "user";

  /** The end of an activity that still runs. */
  public static final long RUNNING = Long.MAX_VALUE;

  public Activity {
    if (book.windowNanos() != 0) {
      throw new IllegalArgumentException("an activity cannot have the level " + book.label());
    }
    if (endNanos <= startNanos) {
      throw new IllegalArgumentException(
          "activity '%s' must end after its start, lasts %s ns"
              .formatted(name, endNanos - startNanos));
    }
    atLeastZero("weight", weight);
    atLeastZero("work", work);
    labels = Map.copyOf(labels);
  }

  /** An activity with neither weight nor work. */
  public Activity(
      String device,
      String activityId,
      Book book,
      String name,
      long startNanos,
      long endNanos,
      @Nullable String parentId,
      Map<String, String> labels) {
    this(device, activityId, book, name, startNanos, endNanos, parentId, labels, null, null);
  }

  private static void atLeastZero(String what, @Nullable Double value) {
    if (value != null && !(value >= 0 && value <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "an activity's " + what + " must be finite and at least 0, was " + value);
    }
  }

  /** The same activity as it was said to be when it started. */
  public Activity atItsStart() {
    return new Activity(
        device, activityId, book, name, startNanos, RUNNING, parentId, labels, weight, null);
  }

  /** The same activity, which has ended. */
  public Activity endedAt(long newEndNanos) {
    return between(startNanos, newEndNanos);
  }

  /** The same activity with other times. */
  public Activity between(long newStartNanos, long newEndNanos) {
    return new Activity(
        device, activityId, book, name, newStartNanos, newEndNanos, parentId, labels, weight, work);
  }

  /** The same activity as it competes: with another parent, weight and work. */
  public Activity competing(
      @Nullable String newParentId, @Nullable Double newWeight, @Nullable Double newWork) {
    return new Activity(
        device,
        activityId,
        book,
        name,
        startNanos,
        endNanos,
        newParentId,
        labels,
        newWeight,
        newWork);
  }

  /** Whether it competes with others of its level for the device's energy. */
  public boolean competes() {
    return book.level() >= 0;
  }

  /** Whether the end is known. */
  public boolean hasEnded() {
    return endNanos != RUNNING;
  }
}

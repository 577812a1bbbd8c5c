package io.wattune.collectors.local;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledgers of a node's devices. A ledger begins with the first activity that somebody wants the
 * energy of, and rests again when nobody has wanted any for an hour: what it learns of a sensor
 * makes the next answers better. For one thread, but for {@link #polled} and {@link #happened}.
 */
final class NodeBooks {
  /** After so long an entry is final. Longer than any sensor's response, and than a line's way. */
  static final long HORIZON_NANOS = 30_000_000_000L;

  private static final long REST_NANOS = 3_600_000_000_000L;

  private static final String TOO_MANY =
      "more than "
          + DeviceBook.MOST_FOLLOWED
          + " activities of the device are not final yet, and no more are followed: measure larger"
          + " pieces";

  private final Map<String, DeviceBook> books = new LinkedHashMap<>();
  private final Runnable wake;
  private boolean isIdle;
  private long idleSinceNanos;

  /**
   * Prepares; follows nothing yet.
   *
   * @param profiles what is known of the sensors
   * @param wake called by any thread when there is something to {@link #work}
   */
  NodeBooks(List<String> devices, ProfileChoice profiles, LocalCounts counts, Runnable wake) {
    var settings = new LedgerSettings(HORIZON_NANOS, profiles);
    var columns = new PowerColumns();
    for (String device : devices) {
      books.put(device, new DeviceBook(device, settings, columns, counts));
    }
    this.wake = wake;
  }

  /** Ids of the devices. */
  List<String> devices() {
    return List.copyOf(books.keySet());
  }

  /** Takes a block of a device, from any thread. */
  void polled(PollBlock block) {
    DeviceBook book = books.get(block.device());
    if (book != null && book.backlog().add(block)) {
      wake.run();
    }
  }

  /** Takes an activity that a device reported, from any thread. */
  void happened(Activity activity) {
    DeviceBook book = books.get(activity.device());
    if (book != null) {
      book.backlog().add(activity);
    }
  }

  void start(Activity activity) {
    book(activity.device()).start(activity);
  }

  void end(Activity activity) {
    book(activity.device()).end(activity);
  }

  void forget(Activity activity) {
    book(activity.device()).forget(activity.book(), activity.activityId());
  }

  /** What is known of the energy of an activity that has ended. */
  DeviceJoules joules(Activity activity) {
    DeviceBook book = book(activity.device());
    Book level = activity.book();
    String id = activity.activityId();
    LedgerEntry entry = book.newest(level, id);
    if (entry != null && entry.endNanos() == activity.endNanos()) {
      return new DeviceJoules(activity.device(), entry, null, true);
    }
    if (book.isLeftOut(level, id)) {
      return new DeviceJoules(activity.device(), null, TOO_MANY, true);
    }
    String refused = book.refused(level, id);
    String reason = refused == null ? waitsFor(book, activity) : refused;
    return new DeviceJoules(activity.device(), null, reason, false);
  }

  private static String waitsFor(DeviceBook book, Activity activity) {
    long clock = book.clockNanos();
    if (clock == 0) {
      return "the device has sent no reading; see wattune agent --list or its log";
    }
    double behind = (activity.endNanos() - clock) * 1e-9;
    return behind > 0
        ? "the device's newest reading is " + Math.round(behind * 10) / 10.0 + " s before the end"
        : "the readings after the end have not settled yet";
  }

  /**
   * Does what has come since the last call.
   *
   * @param nowNanos monotonic
   */
  void work(long nowNanos) {
    boolean isUsed = false;
    for (DeviceBook book : books.values()) {
      book.work();
      isUsed |= book.isUsed();
    }
    if (isUsed || !isIdle) {
      isIdle = !isUsed;
      idleSinceNanos = nowNanos;
    } else if (nowNanos - idleSinceNanos > REST_NANOS) {
      books.values().forEach(DeviceBook::rest);
    }
  }

  /** Number of devices whose energy is followed. */
  long followed() {
    return books.values().stream().filter(DeviceBook::isFollowed).count();
  }

  private DeviceBook book(String device) {
    DeviceBook book = books.get(device);
    if (book == null) {
      throw new IllegalArgumentException("there is no device '" + device + "'");
    }
    return book;
  }

  /**
   * The energy of an activity on one device.
   *
   * @param entry its newest entry; null while there is none
   * @param reason why there is none; null where there is one
   * @param isSettled whether there is no use in waiting for more
   */
  record DeviceJoules(
      String device, @Nullable LedgerEntry entry, @Nullable String reason, boolean isSettled) {}
}

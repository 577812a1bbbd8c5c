package io.wattune.collectors.local;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one device in the agent: the class that the Flink job runs, on the readings that
 * this agent makes. Until somebody asks for an activity's energy it only keeps the newest seconds
 * of what was read; nothing is computed.
 *
 * <p>What is kept is bounded: the readings of the horizon and of some 60 s before it, at most
 * {@value Backlog#MOST_READINGS} that wait, and the entries of the activities that are watched. For
 * one thread, but for {@link #backlog}.
 */
final class DeviceBook {
  /**
   * Most activities that are followed and not final: a hundred a second. What they cost grows with
   * their number: 100 a second take 5 to 8 % of a core for each device.
   */
  static final int MOST_FOLLOWED = 3_000;

  private final String device;
  private final LedgerSettings settings;
  private final PowerColumns columns;
  private final Backlog backlog;
  private final Map<String, Watched> watched = new HashMap<>();
  private @Nullable DeviceLedger ledger;
  private @Nullable DeviceState state;
  private int open;

  /** What is known of an activity that somebody waits for. */
  private static final class Watched {
    private final boolean isLeftOut;
    private @Nullable LedgerEntry newest;
    private @Nullable String refused;

    Watched(boolean isLeftOut) {
      this.isLeftOut = isLeftOut;
    }
  }

  /** Takes what the ledger says of the activities that are watched. */
  private final class Output implements LedgerOutput {
    @Override
    public void entry(LedgerEntry entry) {
      String id = entry.activityId();
      Watched watch = id == null ? null : watched.get(key(entry.book(), id));
      if (watch != null) {
        watch.newest = entry;
      }
    }

    @Override
    public void refused(Activity activity, String detail) {
      Watched watch = watched.get(key(activity.book(), activity.activityId()));
      if (watch != null) {
        watch.refused = detail;
      }
    }

    @Override
    public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {}
  }

  DeviceBook(String device, LedgerSettings settings, PowerColumns columns, LocalCounts counts) {
    this.device = device;
    this.settings = settings;
    this.columns = columns;
    this.backlog = new Backlog(counts);
  }

  /** Where the readings wait; for any thread. */
  Backlog backlog() {
    return backlog;
  }

  /** An activity starts: from here on its energy is followed. */
  void start(Activity activity) {
    DeviceState begun = follow();
    open++;
    var watch = new Watched(begun.activities.size() >= MOST_FOLLOWED);
    watched.put(key(activity.book(), activity.activityId()), watch);
    if (!watch.isLeftOut) {
      addToLedger(activity);
    }
  }

  /** The activity has ended. */
  void end(Activity activity) {
    open--;
    if (!isLeftOut(activity.book(), activity.activityId())) {
      addToLedger(activity);
    }
  }

  /** Whether the activity is not followed, since too many are. */
  boolean isLeftOut(Book book, String id) {
    Watched watch = watched.get(key(book, id));
    return watch != null && watch.isLeftOut;
  }

  /** Nobody waits for the activity's energy any more. */
  void forget(Book book, String id) {
    watched.remove(key(book, id));
  }

  private void addToLedger(Activity activity) {
    work();
    DeviceLedger kept = ledger;
    if (kept != null) {
      kept.activity(activity);
    }
  }

  /** The newest entry of an activity that is watched. */
  @Nullable LedgerEntry newest(Book book, String id) {
    Watched watch = watched.get(key(book, id));
    return watch == null ? null : watch.newest;
  }

  /** Why the ledger did not take the activity; null where it did. */
  @Nullable String refused(Book book, String id) {
    Watched watch = watched.get(key(book, id));
    return watch == null ? null : watch.refused;
  }

  /** Time of the device's newest poll; 0 before the first one. */
  long clockNanos() {
    return state == null || state.sequence < 0 ? 0 : state.sample.clockNanos;
  }

  /** Whether the device's energy is followed. */
  boolean isFollowed() {
    return ledger != null;
  }

  /** Whether somebody waits for an activity that is open, or for the energy of one that was. */
  boolean isUsed() {
    return open > 0 || !watched.isEmpty();
  }

  private DeviceState follow() {
    DeviceState begun = state;
    if (begun == null) {
      begun = new DeviceState();
      state = begun;
      ledger =
          new DeviceLedger(
              settings, device, begun, new InMemoryChunkStore(), new Output(), columns);
      backlog.keepAll(true);
    }
    return begun;
  }

  /** Stops following, and forgets all but the newest seconds. */
  void rest() {
    ledger = null;
    state = null;
    backlog.keepAll(false);
  }

  /** Does what has come since the last call. */
  void work() {
    DeviceLedger kept = ledger;
    if (kept == null) {
      return;
    }
    for (Backlog.Datum datum = backlog.next(); datum != null; datum = backlog.next()) {
      PollBlock block = datum.block();
      Activity activity = datum.activity();
      if (block != null) {
        DeviceLedger.BlockFate unused = kept.readings(clockNanos() == 0 ? named(block) : block);
      }
      if (activity != null) {
        kept.activity(activity);
      }
    }
  }

  /** A ledger that begins here may not see the block that names the model. */
  private PollBlock named(PollBlock block) {
    return block.model().isEmpty() ? block.named(backlog.model()) : block;
  }

  private static String key(Book book, String id) {
    return book.label() + '/' + id;
  }
}

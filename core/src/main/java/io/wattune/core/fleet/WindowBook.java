package io.wattune.core.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The energy of one device since the view began: the sum of the newest revisions of its windows.
 * What each window has contributed is kept until it is final. The ledger gives the windows of a
 * device in order, so that a final one settles those before it, too. Taking the same windows again,
 * from any earlier point on, changes nothing. Mutable; the host keeps its {@link Snapshot}.
 *
 * <p>Where the device's clock was set back, windows come again from an earlier time on. What was
 * counted stays: the device took it, whatever time was said of it.
 *
 * <p>The view begins with the first window that is not final: the final ones that come in the
 * minutes before would make energy grow twice as fast as power says.
 */
public final class WindowBook {
  /** Windows that are kept, almost 3 hours; with a longer horizon the oldest are settled early. */
  static final int MOST_PENDING = 1_000;

  private static final long NEVER = Long.MIN_VALUE;

  private final TreeMap<Long, Pending> pending = new TreeMap<>();
  private int life;
  private long beganNanos = NEVER;
  private long settledUntilNanos = NEVER;
  private long settledMicrojoules;
  private long pendingMicrojoules;

  /**
   * A window that is not final.
   *
   * @param startNanos epoch nanoseconds, its start
   * @param endNanos epoch nanoseconds, its end
   * @param revision the newest
   * @param microjoules what it contributes
   */
  public record Pending(long startNanos, long endNanos, int revision, long microjoules) {}

  /**
   * All that a book remembers.
   *
   * @param life how often the device's clock had been set back
   * @param beganNanos start of the first window in the sum
   * @param settledUntilNanos no window that starts before changes any more
   * @param settledMicrojoules what those contribute
   * @param pending the others
   */
  public record Snapshot(
      int life,
      long beganNanos,
      long settledUntilNanos,
      long settledMicrojoules,
      List<Pending> pending) {
    public Snapshot {
      pending = List.copyOf(pending);
    }
  }

  /** An empty book. */
  public WindowBook() {}

  /** A book that goes on. */
  public WindowBook(Snapshot snapshot) {
    life = snapshot.life();
    beganNanos = snapshot.beganNanos();
    settledUntilNanos = snapshot.settledUntilNanos();
    settledMicrojoules = snapshot.settledMicrojoules();
    snapshot.pending().forEach(this::put);
  }

  /** All that it remembers. */
  public Snapshot snapshot() {
    return new Snapshot(
        life, beganNanos, settledUntilNanos, settledMicrojoules, new ArrayList<>(pending.values()));
  }

  /** Takes a window, or a newer revision of one. */
  public WindowFate take(WindowEnergy window) {
    int itsLife = window.clockSetBacks();
    if (itsLife < life) {
      return WindowFate.REPEATED;
    }
    if (itsLife > life) {
      beginAnew(window.startNanos());
      life = itsLife;
    }
    if (beganNanos == NEVER && !window.isFinal()) {
      beganNanos = window.startNanos();
    }
    if (beganNanos == NEVER || window.startNanos() < beganNanos) {
      return WindowFate.BEFORE;
    }
    Pending older = pending.get(window.startNanos());
    if (window.startNanos() < settledUntilNanos
        || (older != null && older.revision() >= window.revision())) {
      return WindowFate.REPEATED;
    }
    put(
        new Pending(
            window.startNanos(), window.endNanos(), window.revision(), window.microjoules()));
    if (window.isFinal()) {
      settleUntil(window.startNanos());
    } else if (pending.size() > MOST_PENDING) {
      settleUntil(pending.firstKey());
    }
    return WindowFate.COUNTED;
  }

  /** The clock was set back: nothing of the old times will change any more. */
  private void beginAnew(long startNanos) {
    if (!pending.isEmpty()) {
      settleUntil(pending.lastKey());
    }
    if (beganNanos != NEVER) {
      beganNanos = startNanos;
      settledUntilNanos = NEVER;
    }
  }

  private void put(Pending window) {
    Pending older = pending.put(window.startNanos(), window);
    pendingMicrojoules += window.microjoules() - (older == null ? 0 : older.microjoules());
  }

  /** What starts at this time or before changes no more. */
  private void settleUntil(long startNanos) {
    Map<Long, Pending> settled = pending.headMap(startNanos, true);
    for (Pending window : settled.values()) {
      settledMicrojoules += window.microjoules();
      pendingMicrojoules -= window.microjoules();
      settledUntilNanos = Math.max(settledUntilNanos, window.endNanos());
    }
    settled.clear();
  }

  /** The sum; empty before the first window. */
  public OptionalLong microjoules() {
    return beganNanos == NEVER
        ? OptionalLong.empty()
        : OptionalLong.of(settledMicrojoules + pendingMicrojoules);
  }
}

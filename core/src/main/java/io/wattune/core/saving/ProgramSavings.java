package io.wattune.core.saving;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the program on a device has saved, for programs that are tuned as a whole: each second of
 * the device's own energy is an invocation, and its work is what the program has reported of that
 * second ({@link ProgramWorkLog}, {@link OwnRates}). A second counts where all of it, and all of
 * the readings that its work is taken from, ran at one settings.
 *
 * <p>Order and repetition of records do not matter, as for kernels. Memory is bounded by the number
 * of open windows and of readings; what is closed goes into sums, for which the rates that make one
 * unit of work are fixed then. Not thread safe. Test: {@code ProgramSavingsTest}.
 */
final class ProgramSavings {
  private static final int MOST_READINGS = 16_384;
  private static final long SECOND = Book.WINDOW1S.windowNanos();

  private final SettingsHistory history;
  private final ProgramWorkLog log = new ProgramWorkLog();
  private final TreeMap<Long, Window> open = new TreeMap<>();
  private final OwnRates rates = new OwnRates();
  private final Map<WorkLevel, ProgramBook> closed = new EnumMap<>(WorkLevel.class);

  /** What is not compared of windows of which no work is known at all. */
  private final KernelBook idle = new KernelBook();

  private long clockNanos = SettingsHistory.NEVER;
  private long closedUntilNanos = SettingsHistory.NEVER;
  private long late;

  ProgramSavings(SettingsHistory history) {
    this.history = history;
  }

  /** A second of the device that may still change. */
  private static final class Window {
    private final Invocation invocation;
    private final String signal;
    private boolean isWorkAsked;
    private @Nullable WindowWork work;

    Window(LedgerEntry entry) {
      this.invocation = new Invocation(entry, entry.entryId(), ProgramBook.PROGRAM);
      this.signal = entry.signal();
    }

    /** Whether it takes the place of another one of the same second. */
    boolean replaces(Window other) {
      int order = signal.compareTo(other.signal);
      return order == 0 ? invocation.revision() > other.invocation.revision() : order < 0;
    }

    void forgetWork() {
      isWorkAsked = false;
      work = null;
      invocation.reconsider();
    }
  }

  /** Takes an entry of the book of seconds, or a newer revision of one. */
  void energy(LedgerEntry entry, int mostOpen, long reportedUntilNanos) {
    if (entry.book() != Book.WINDOW1S || !isTime(entry.startNanos(), entry.endNanos())) {
      return;
    }
    if (entry.endNanos() <= closedUntilNanos) {
      late++;
      return;
    }
    var window = new Window(entry);
    Window before = open.get(entry.startNanos());
    if (before == null || window.replaces(before)) {
      open.put(entry.startNanos(), window);
      clockNanos = Math.max(clockNanos, entry.endNanos());
      closeOld(mostOpen, reportedUntilNanos);
    }
  }

  /** Takes the work that a reading reports. */
  void counters(CounterReading reading, int mostOpen, long reportedUntilNanos) {
    boolean isTime = isTime(reading.startNanos(), reading.endNanos());
    if (!isTime || reading.endNanos() <= closedUntilNanos || !log.take(reading)) {
      return;
    }
    long from = reading.startNanos() - ProgramWorkLog.PAUSE_NANOS - SECOND;
    long to = reading.endNanos() + ProgramWorkLog.SILENCE_NANOS;
    open.subMap(from, true, to, true).values().forEach(Window::forgetWork);
    int most = Math.max(1, Math.min(MOST_READINGS, mostOpen));
    while (log.size() > most) {
      while (!open.isEmpty()
          && open.firstEntry().getValue().invocation.startNanos() < log.oldestNanos()) {
        closeOldest(reportedUntilNanos);
      }
      log.forgetOldest();
    }
  }

  /** Sums with a time must not overflow. */
  private static boolean isTime(long startNanos, long endNanos) {
    return startNanos >= 0 && endNanos > startNanos && endNanos < Long.MAX_VALUE / 2;
  }

  /** What is known of settings has changed since a time. */
  void reconsider(long fromNanos) {
    // Of the readings that touch a window, one may end so much later.
    long before = SavingSettings.SETTLE_NANOS + ProgramWorkLog.LONGEST_NANOS + 2 * SECOND;
    open.tailMap(Math.max(0, fromNanos) - before, true)
        .values()
        .forEach(each -> each.invocation.reconsider());
  }

  void reconsiderAll() {
    open.values().forEach(each -> each.invocation.reconsider());
  }

  private void closeOld(int mostOpen, long reportedUntilNanos) {
    long before = clockNanos - SavingSettings.KEEP_NANOS;
    while (!open.isEmpty()
        && (open.firstEntry().getValue().invocation.endNanos() < before
            || open.size() > mostOpen)) {
      closeOldest(reportedUntilNanos);
    }
    if (closedUntilNanos != SettingsHistory.NEVER) {
      log.forgetBefore(closedUntilNanos - ProgramWorkLog.SILENCE_NANOS);
    }
  }

  private void closeOldest(long reportedUntilNanos) {
    Window oldest = open.firstEntry().getValue();
    WindowWork work = work(oldest);
    boolean isOld = oldest.invocation.endNanos() < clockNanos - SavingSettings.KEEP_NANOS;
    boolean isReported =
        oldest.invocation.endNanos() + SavingSettings.SETTLE_NANOS <= reportedUntilNanos;
    if (!isOld && !isReported) {
      idle.leave(NotCompared.CROWDED, oldest.invocation.amount());
    } else {
      if (work != null && rates.wantsToFix(work)) {
        rates.fix(work, ratesNow());
      }
      add(oldest, rates, closed, idle);
    }
    open.pollFirstEntry();
    closedUntilNanos = Math.max(closedUntilNanos, oldest.invocation.endNanos());
  }

  private @Nullable WindowWork work(Window window) {
    if (!window.isWorkAsked) {
      window.work = log.of(window.invocation.startNanos(), window.invocation.endNanos());
      window.isWorkAsked = true;
    }
    return window.work;
  }

  private SettingsDuring standing(Window window) {
    Invocation one = window.invocation;
    SettingsDuring known = one.standing();
    if (known == null) {
      WindowWork work = work(window);
      known =
          history.ofAll(
              work == null ? one.startNanos() : work.fromNanos(),
              work == null ? one.endNanos() : work.toNanos());
      one.standing(known);
    }
    return known;
  }

  private OwnRates ratesNow() {
    OwnRates now = rates.copy();
    for (Window each : open.values()) {
      WindowWork work = work(each);
      if (work != null && work.isWhole() && standing(each) == SettingsDuring.OWN) {
        now.add(work);
      }
    }
    return now;
  }

  private void add(
      Window window, OwnRates known, Map<WorkLevel, ProgramBook> books, KernelBook others) {
    WindowWork work = work(window);
    SettingsDuring standing = standing(window);
    Invocation one = window.invocation;
    if (work == null || !work.isWhole()) {
      others.addIdle(one, standing);
      return;
    }
    ProgramBook program = books.computeIfAbsent(work.level(), absent -> new ProgramBook());
    OptionalDouble units = known.units(work, one.seconds());
    if (!one.isEnergyKnown()) {
      program.book.leave(NotCompared.NO_ENERGY, one.amount());
    } else if (units.isEmpty() && standing == SettingsDuring.OTHER) {
      program.book.leave(NotCompared.FEW_REFERENCES, one.amount());
    } else if (units.isPresent() && units.getAsDouble() > 0) {
      one.work(units.getAsDouble());
      program.add(one, standing, work);
    } else {
      program.book.addIdle(one, standing);
    }
  }

  /** What each program has saved; nothing where no second's work is known. */
  List<KernelSaving> programs(Function<String, @Nullable SensorProfile> profiles) {
    if (log.size() == 0 && closed.isEmpty()) {
      return List.of();
    }
    Map<WorkLevel, ProgramBook> books = new EnumMap<>(WorkLevel.class);
    closed.forEach((level, book) -> books.put(level, book.copy()));
    var others = new KernelBook();
    others.add(idle);
    OwnRates known = ratesNow();
    for (Window each : open.values()) {
      add(each, known, books, others);
    }
    List<KernelSaving> programs = new ArrayList<>(books.size());
    List<String> names = new ArrayList<>(books.size());
    books.forEach(
        (level, program) -> {
          if (programs.isEmpty()) {
            program.book.add(others);
          }
          String name = program.name(level);
          String unlike = names.contains(name) ? name + " (" + level.label() + ")" : name;
          names.add(unlike);
          programs.add(KernelSaving.of(unlike, program.book, profiles));
        });
    return programs;
  }

  /** Entries that came too late. */
  long dropped() {
    return late;
  }
}

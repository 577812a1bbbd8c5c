package io.wattune.core.saving;

import io.wattune.core.NewestEntries;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the kernels of one device, or its program, have saved. Entries, counters, decisions, answers
 * and profiles may come in any order, late, repeated and revised: but for rounding, the answer
 * depends only on which have come.
 *
 * <p>An invocation is kept by itself as long as it can change: {@link SavingSettings#KEEP_NANOS}
 * after its end on the device's clock, which is the newest end of an entry, or until there are too
 * many; then it goes into the sums of its kernel, and what comes for it later is counted as late.
 * Not thread safe.
 */
final class DeviceSavings {
  /** What the kernels are called that there was no room for. */
  static final String OTHER_KERNELS = "(other kernels)";

  private static final int MOST_PROFILES = 100;
  private static final int MOST_WORK_AHEAD = 4096;

  private final SettingsHistory history;
  private final ProgramSavings program;
  private final TreeSet<Invocation> open =
      new TreeSet<>(
          Comparator.comparingLong(Invocation::endNanos).thenComparing(Invocation::entryId));
  private final Map<String, Invocation> byEntry = new HashMap<>();
  private final Map<String, Invocation> byActivity = new HashMap<>();

  /** Work of activities whose energy has not come yet, first reported first. */
  private final LinkedHashMap<String, Double> workAhead = new LinkedHashMap<>();

  private final Map<String, SensorProfile> profiles = NewestEntries.put(MOST_PROFILES);
  private final Map<String, KernelBook> closed = new TreeMap<>();
  private long clockNanos = SettingsHistory.NEVER;
  private long closedUntilNanos = SettingsHistory.NEVER;
  private long late;
  private long workForgotten;

  DeviceSavings(long sinceNanos) {
    this.history = new SettingsHistory(sinceNanos);
    this.program = new ProgramSavings(history);
  }

  void device(DeviceDescriptor descriptor) {
    Map<String, Long> own = new HashMap<>();
    for (Tunable each : descriptor.tunables()) {
      each.ownValue().ifPresent(value -> own.put(each.name(), value));
    }
    if (history.own(own)) {
      open.forEach(Invocation::reconsider);
      program.reconsiderAll();
    }
  }

  void profile(SensorProfile profile) {
    profiles.put(profile.profileId(), profile);
  }

  void decision(Decision.ForDevice decision) {
    reconsider(history.take(decision));
  }

  void actuation(Actuation actuation) {
    reconsider(history.take(actuation));
  }

  private void reconsider(long fromNanos) {
    if (fromNanos == Long.MAX_VALUE) {
      return;
    }
    program.reconsider(fromNanos);
    Iterator<Invocation> newestFirst = open.descendingIterator();
    while (newestFirst.hasNext()) {
      Invocation each = newestFirst.next();
      if (each.endNanos() < fromNanos - SavingSettings.SETTLE_NANOS) {
        return;
      }
      each.reconsider();
    }
  }

  /**
   * Takes the work of an invocation, or of a program.
   *
   * @param mostOpen how many readings may be kept by themselves
   * @param reportedUntilNanos until when the settings of devices have been reported
   */
  void counters(CounterReading reading, int mostOpen, long reportedUntilNanos) {
    program.counters(reading, mostOpen, reportedUntilNanos);
    double work = reading.value(CounterName.WORK).orElse(0);
    String activity = reading.activityId();
    if (reading.level() != Book.KERNEL || activity == null || !(work > 0)) {
      return;
    }
    Invocation known = byActivity.get(activity);
    if (known != null) {
      known.work(work);
    } else if (reading.endNanos() <= closedUntilNanos) {
      late++;
    } else {
      workAhead.put(activity, work);
      if (workAhead.size() > MOST_WORK_AHEAD) {
        workAhead.remove(workAhead.keySet().iterator().next());
        workForgotten++;
      }
    }
  }

  /**
   * Takes an entry of the book of kernels or of seconds, or a newer revision of one. What still
   * runs, and what no activity took, is none; nor is an entry of several, whose work nobody knows
   * one by one.
   *
   * @param mostOpen how many invocations may be kept by themselves
   * @param reportedUntilNanos until when the settings of devices have been reported
   */
  void energy(LedgerEntry entry, int mostOpen, long reportedUntilNanos) {
    program.energy(entry, mostOpen, reportedUntilNanos);
    String activity = entry.activityId();
    String kernel = entry.name();
    Attribution attribution = entry.attribution();
    if (entry.book() != Book.KERNEL
        || activity == null
        || kernel == null
        || entry.endNanos() <= entry.startNanos()
        || entry.activities() > 1
        || (attribution != null && attribution.stillRuns())) {
      return;
    }
    Invocation before = byEntry.get(entry.entryId());
    if (before != null && before.revision() >= entry.revision()) {
      return;
    }
    if (before == null && entry.endNanos() <= closedUntilNanos) {
      late++;
      return;
    }
    put(new Invocation(entry, activity, kernel), before);
    clockNanos = Math.max(clockNanos, entry.endNanos());
    closeOld(mostOpen, reportedUntilNanos);
  }

  private void put(Invocation one, @Nullable Invocation before) {
    if (before != null) {
      open.remove(before);
      one.work(before.work());
    }
    Double ahead = workAhead.remove(one.activityId());
    if (ahead != null) {
      one.work(ahead);
    }
    open.add(one);
    byEntry.put(one.entryId(), one);
    byActivity.put(one.activityId(), one);
  }

  private void closeOld(int mostOpen, long reportedUntilNanos) {
    long before = clockNanos - SavingSettings.KEEP_NANOS;
    boolean isAnyClosed = false;
    while (!open.isEmpty() && (open.first().endNanos() < before || open.size() > mostOpen)) {
      Invocation oldest = open.first();
      boolean isReported =
          oldest.endNanos() < before
              || oldest.endNanos() + SavingSettings.SETTLE_NANOS <= reportedUntilNanos;
      close(oldest, isReported);
      isAnyClosed = true;
    }
    if (isAnyClosed) {
      history.forgetBefore(closedUntilNanos - SavingSettings.KEEP_NANOS);
    }
  }

  private void close(Invocation oldest, boolean isReported) {
    if (isReported) {
      add(oldest, closed);
    } else {
      book(oldest.kernel(), closed).leave(NotCompared.CROWDED, oldest.amount());
    }
    open.remove(oldest);
    byEntry.remove(oldest.entryId());
    byActivity.remove(oldest.activityId(), oldest);
    closedUntilNanos = Math.max(closedUntilNanos, oldest.endNanos());
  }

  /** The book of a kernel; with too many of them, one for all others. */
  private KernelBook book(String kernel, Map<String, KernelBook> books) {
    boolean hasRoom = books.size() < SavingSettings.MOST_KERNELS || books.containsKey(kernel);
    return books.computeIfAbsent(hasRoom ? kernel : OTHER_KERNELS, absent -> new KernelBook());
  }

  private void add(Invocation one, Map<String, KernelBook> books) {
    KernelBook book = book(one.kernel(), books);
    if (!books.containsKey(one.kernel())) {
      book.leave(NotCompared.CROWDED, one.amount());
      return;
    }
    if (!one.isEnergyKnown()) {
      book.leave(NotCompared.NO_ENERGY, one.amount());
      return;
    }
    SettingsDuring standing = one.standing();
    if (standing == null) {
      standing = history.of(one.kernel(), one.startNanos(), one.endNanos());
      one.standing(standing);
    }
    book.add(one, standing);
  }

  /**
   * What each kernel has saved, in the order of names; where no kernel's work is counted, what each
   * program has. Never both: their energies are the same energy.
   */
  List<KernelSaving> parts() {
    List<KernelSaving> kernels = kernels();
    if (kernels.stream().anyMatch(KernelSaving::isWorkCounted)) {
      return kernels;
    }
    List<KernelSaving> programs = program.programs(profiles::get);
    return programs.isEmpty() ? kernels : programs;
  }

  private List<KernelSaving> kernels() {
    Map<String, KernelBook> books = new TreeMap<>();
    closed.forEach(
        (kernel, book) -> {
          var copy = new KernelBook();
          copy.add(book);
          books.put(kernel, copy);
        });
    for (Invocation one : open) {
      add(one, books);
    }
    List<KernelSaving> kernels = new ArrayList<>(books.size());
    books.forEach((kernel, book) -> kernels.add(KernelSaving.of(kernel, book, profiles::get)));
    return kernels;
  }

  /** Entries, work counts, decisions and answers that could not be taken into account. */
  long dropped() {
    return late + workForgotten + history.forgotten() + program.dropped();
  }
}

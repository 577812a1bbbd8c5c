package io.wattune.core.loop;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterRates;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterWork;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what the program on a device delivers, from whatever level reports work, into windows of
 * at least {@value #WINDOW_NANOS} ns, and knows which program it is. Work of several levels is the
 * same work seen twice: only the outermost level counts that is not silent.
 *
 * <p>A program's name is that of its activities; of several with a tenth of the time each, their
 * names together: a mix is judged as one. Kernels alone are one program whatever they are called.
 * Where nothing reports work, the device's own counters stand for it. Test: {@code
 * ProgramWorkTest}.
 */
final class ProgramWork {
  static final long WINDOW_NANOS = 500_000_000L;

  /** The program of which only kernels are known. */
  static final String KERNELS = "(all kernels)";

  /** The program of which only the device's counters are known. */
  static final String COUNTERS = "(device counters)";

  static final String COMPUTE = "compute";
  static final String MEMORY = "memory";

  private static final long PAUSE_NANOS = 1_000_000_000L;
  private static final double MEMORY_SECONDS = 5;
  private static final double LEAST_SHARE = 0.1;
  private static final int MOST_NAMES = 8;

  private final Map<String, WorkWindow.Delivered> gathered = new HashMap<>();
  private final Map<String, Double> recentSeconds = new TreeMap<>();
  private WorkSilence reported = new WorkSilence();
  private final WorkSilence counted = new WorkSilence();
  private boolean wasSilent = true;
  private boolean isBack;
  private @Nullable Book level;
  private long levelNanos = LoopState.NEVER;
  private long startNanos;
  private long endNanos;
  private String name = "";
  private WorkSignal worst = WorkSignal.PROGRAM;

  /** As the device's newest reading counts it, and the end of that. */
  private OptionalDouble intensity = OptionalDouble.empty();

  private long countedNanos = LoopState.NEVER;

  /** Name of the program that has the device; empty before any work. */
  String name() {
    return name;
  }

  /** Whether no work of the program has come for so long that it may have ended. */
  boolean isSilent(long nowNanos) {
    return silence().isSilent(nowNanos);
  }

  /** Whether silence has begun or ended since this was asked for last. */
  boolean hasSilenceChanged(long nowNanos) {
    boolean before = wasSilent;
    wasSilent = isSilent(nowNanos);
    return wasSilent != before;
  }

  /** Whether nothing had come for long before the newest window. */
  boolean isBack() {
    return isBack;
  }

  /** When the program is silent. */
  WorkSilence silence() {
    return name.equals(COUNTERS) ? counted : reported;
  }

  /** Whether the name is that of whatever reports in this way, and not of one program. */
  boolean isAnyProgram() {
    return name.equals(COUNTERS) || name.equals(KERNELS);
  }

  /** The clock had run ahead: it is only this late. */
  void correctClock(long nowNanos) {
    gathered.clear();
    levelNanos = Math.min(levelNanos, nowNanos);
    countedNanos = LoopState.NEVER;
    reported.correctClock(nowNanos);
    counted.correctClock(nowNanos);
  }

  /**
   * Takes a reading that has work.
   *
   * @return the window that it ends; null where it ends none
   */
  @Nullable WorkWindow take(CounterReading reading) {
    if (reading.level() == null) {
      return takeCounters(reading);
    }
    Book book = reading.level();
    String activity = reading.activityName();
    OptionalDouble work = reading.value(CounterName.WORK);
    if (book == null || activity == null || work.isEmpty() || !isOutermost(book, reading)) {
      return null;
    }
    if (gathered.isEmpty() || reading.startNanos() > endNanos + PAUSE_NANOS) {
      gathered.clear();
      startNanos = reading.startNanos();
      endNanos = reading.endNanos();
      worst = WorkSignal.PROGRAM;
    }
    WorkSignal signal = signal(reading);
    worst = worst.isTrustedBefore(signal) ? signal : worst;
    startNanos = Math.min(startNanos, reading.startNanos());
    endNanos = Math.max(endNanos, reading.endNanos());
    gathered.merge(
        activity,
        new WorkWindow.Delivered(work.getAsDouble(), reading.seconds()),
        WorkWindow.Delivered::plus);
    if (endNanos - startNanos < WINDOW_NANOS) {
      return null;
    }
    var window =
        new WorkWindow(
            startNanos,
            endNanos,
            gathered,
            OptionalDouble.empty(),
            worst,
            // A reading of half a window or less in it is of what was before.
            countedNanos > startNanos + (endNanos - startNanos) / 2
                ? intensity
                : OptionalDouble.empty());
    gathered.clear();
    isBack = reported.isSilent(startNanos);
    if (isBack) {
      recentSeconds.clear();
    }
    if (window.hasWork()) {
      reported.take(startNanos, endNanos);
    }
    nameAnew(window);
    return window;
  }

  /** Where a reading's work is known from; one that does not say so is a program's. */
  static WorkSignal signal(CounterReading reading) {
    WorkSignal signal = reading.workSignal();
    return signal == null ? WorkSignal.PROGRAM : signal;
  }

  /** The device's own counters, where nothing better has come for some time. */
  private @Nullable WorkWindow takeCounters(CounterReading reading) {
    CounterRates rates = CounterWork.rates(reading);
    intensity = intensity(rates);
    countedNanos = reading.endNanos();
    boolean isBetterKnown = level != null && !isLevelSilent(reading.endNanos());
    if (isBetterKnown || !rates.isKnown()) {
      return null;
    }
    double seconds = reading.seconds();
    Map<String, WorkWindow.Delivered> byName = new HashMap<>();
    rates
        .computePerSecond()
        .ifPresent(rate -> byName.put(COMPUTE, new WorkWindow.Delivered(rate * seconds, seconds)));
    rates
        .memoryPerSecond()
        .ifPresent(rate -> byName.put(MEMORY, new WorkWindow.Delivered(rate * seconds, seconds)));
    name = COUNTERS;
    isBack = counted.isSilent(reading.startNanos());
    counted.take(reading.startNanos(), reading.endNanos());
    return new WorkWindow(
        reading.startNanos(),
        reading.endNanos(),
        byName,
        OptionalDouble.empty(),
        WorkSignal.COUNTERS,
        intensity);
  }

  private static OptionalDouble intensity(CounterRates rates) {
    OptionalDouble compute = rates.computePerSecond();
    OptionalDouble memory = rates.memoryPerSecond();
    return compute.isPresent() && memory.isPresent()
        ? OptionalDouble.of(StrictMath.log(compute.getAsDouble() / memory.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** Whether work of this reading's level counts. */
  boolean isOutermost(CounterReading reading) {
    Book book = reading.level();
    return book != null && isOutermost(book, reading);
  }

  private boolean isOutermost(Book book, CounterReading reading) {
    Book used = level;
    boolean isFree = used == null || isLevelSilent(reading.endNanos()) || rank(book) < rank(used);
    if (isFree && book != used) {
      gathered.clear();
      recentSeconds.clear();
      reported = new WorkSilence();
      level = book;
    }
    if (book != level) {
      return false;
    }
    levelNanos = Math.max(levelNanos, reading.endNanos());
    return true;
  }

  private boolean isLevelSilent(long nowNanos) {
    return nowNanos - levelNanos > reported.limitNanos();
  }

  private static int rank(Book book) {
    return switch (book) {
      case JOB -> 0;
      case PROCESS -> 1;
      case REQUEST -> 2;
      default -> 3;
    };
  }

  private void nameAnew(WorkWindow window) {
    if (level == Book.KERNEL) {
      name = KERNELS;
      return;
    }
    double kept =
        StrictMath.exp(-(window.endNanos() - window.startNanos()) * 1e-9 / MEMORY_SECONDS);
    recentSeconds.replaceAll((each, seconds) -> seconds * kept);
    window.byName().forEach((each, it) -> recentSeconds.merge(each, it.seconds(), Double::sum));
    double all = recentSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
    recentSeconds.values().removeIf(seconds -> seconds < all * LEAST_SHARE / 10);
    name =
        recentSeconds.entrySet().stream()
            .filter(each -> each.getValue() >= all * LEAST_SHARE)
            .map(Map.Entry::getKey)
            .limit(MOST_NAMES)
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .collect(Collectors.joining(" + "));
  }
}

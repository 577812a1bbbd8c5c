package io.wattune.core.counter;

import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a device's counters say of one interval.
 *
 * @param device device id
 * @param sequence number among the device's counter readings of one producer's life, from 0
 * @param startNanos epoch nanoseconds, start of the interval
 * @param endNanos epoch nanoseconds, end of the interval, exclusive
 * @param level level of the activity whose interval this is; null for a fixed period
 * @param activityId that activity; null for a fixed period
 * @param activityName its name; null for a fixed period
 * @param counters in the source's order; one that gave no value is absent
 * @param isEndOfTrace nothing of this device follows
 * @param workSignal where the counter {@link CounterName#WORK} is known from; null where the
 *     reading has no work, or work of unknown origin, as senders give it that do not know this
 *     field: then it is the program's own
 * @param goal labels by which whoever runs the activity states what it is tuned for; empty for none
 */
public record CounterReading(
    String device,
    long sequence,
    long startNanos,
    long endNanos,
    @Nullable Book level,
    @Nullable String activityId,
    @Nullable String activityName,
    List<CounterValue> counters,
    boolean isEndOfTrace,
    @Nullable WorkSignal workSignal,
    Map<String, String> goal) {

  public CounterReading {
    if (endNanos < startNanos || (endNanos == startNanos && !isEndOfTrace)) {
      throw new IllegalArgumentException(
          "a counter reading must end after it starts, lasts " + (endNanos - startNanos) + " ns");
    }
    counters = List.copyOf(counters);
    goal = Map.copyOf(goal);
  }

  /** A reading that does not say where its work is known from, of an activity without a goal. */
  public CounterReading(
      String device,
      long sequence,
      long startNanos,
      long endNanos,
      @Nullable Book level,
      @Nullable String activityId,
      @Nullable String activityName,
      List<CounterValue> counters,
      boolean isEndOfTrace) {
    this(
        device,
        sequence,
        startNanos,
        endNanos,
        level,
        activityId,
        activityName,
        counters,
        isEndOfTrace,
        null,
        Map.of());
  }

  /** The same with another number. */
  public CounterReading numbered(long newSequence) {
    return new CounterReading(
        device,
        newSequence,
        startNanos,
        endNanos,
        level,
        activityId,
        activityName,
        counters,
        isEndOfTrace,
        workSignal,
        goal);
  }

  /** The value of a counter; empty where it gave none. */
  public OptionalDouble value(String counter) {
    for (CounterValue each : counters) {
      if (each.counter().equals(counter)) {
        return OptionalDouble.of(each.value());
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * The hottest of a chip's own sensors, not of its memory, which bears more; empty without any.
   */
  public OptionalDouble hottestCelsius() {
    return counters.stream()
        .filter(each -> each.unit() == CounterUnit.CELSIUS)
        .filter(each -> !each.counter().toLowerCase(Locale.ROOT).contains("mem"))
        .mapToDouble(CounterValue::value)
        .max();
  }

  /** Length of the interval in seconds. */
  public double seconds() {
    return (endNanos - startNanos) * 1e-9;
  }
}

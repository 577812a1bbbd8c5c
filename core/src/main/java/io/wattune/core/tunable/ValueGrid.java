package io.wattune.core.tunable;

import java.util.List;

/**
 * The values that a tunable takes: evenly spaced from the lowest to the highest, or listed.
 *
 * @param lowest the lowest value
 * @param highest the highest value, which the steps from the lowest need not reach
 * @param step distance between two values, above 0; 0 where {@code values} lists them
 * @param values all values, ascending, where they are listed; empty otherwise
 */
public record ValueGrid(long lowest, long highest, long step, List<Long> values) {

  /** No device has more values than this; it keeps index arithmetic within an int. */
  private static final long MOST_VALUES = 1_000_000_000L;

  public ValueGrid {
    values = List.copyOf(values);
    if (lowest > highest) {
      throw new IllegalArgumentException(
          "the lowest value must not be above the highest, was " + lowest + " and " + highest);
    }
    if (values.isEmpty()) {
      long width = highest - lowest;
      if (step <= 0 || width < 0 || width / step >= MOST_VALUES) {
        throw new IllegalArgumentException(
            "step must be above 0 and give fewer than %s values, was %s from %s to %s"
                .formatted(MOST_VALUES, step, lowest, highest));
      }
    } else {
      checkListed(lowest, highest, step, values);
    }
  }

  private static void checkListed(long lowest, long highest, long step, List<Long> values) {
    if (step != 0) {
      throw new IllegalArgumentException("step must be 0 where values are listed, was " + step);
    }
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i) <= values.get(i - 1)) {
        throw new IllegalArgumentException("values must ascend, were " + values);
      }
    }
    if (values.get(0) != lowest || values.get(values.size() - 1) != highest) {
      throw new IllegalArgumentException(
          "values must begin with the lowest and end with the highest, %s and %s, were %s"
              .formatted(lowest, highest, values));
    }
  }

  /** Evenly spaced values. */
  public static ValueGrid evenly(long lowest, long highest, long step) {
    return new ValueGrid(lowest, highest, step, List.of());
  }

  /** Listed values, ascending. */
  public static ValueGrid of(List<Long> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a tunable needs at least one value");
    }
    return new ValueGrid(values.get(0), values.get(values.size() - 1), 0, values);
  }

  /** Number of values. */
  public int size() {
    return values.isEmpty() ? (int) ((highest - lowest) / step) + 1 : values.size();
  }

  /** The value with this index, from 0 for the lowest. */
  public long valueAt(int index) {
    if (index < 0 || index >= size()) {
      throw new IndexOutOfBoundsException("index must be in 0.." + (size() - 1) + ", was " + index);
    }
    return values.isEmpty() ? lowest + index * step : values.get(index);
  }

  /** Index of the greatest value that is not above this one; -1 where all are above. */
  public int indexAtOrBelow(long value) {
    if (value < lowest) {
      return -1;
    }
    if (values.isEmpty()) {
      return (int) ((Math.min(value, highest) - lowest) / step);
    }
    int index = values.size() - 1;
    while (values.get(index) > value) {
      index--;
    }
    return index;
  }

  /** Whether this is one of the values. */
  public boolean contains(long value) {
    int index = indexAtOrBelow(value);
    return index >= 0 && valueAt(index) == value;
  }

  /** Whether the value lies between the lowest and the highest. */
  public boolean spans(long value) {
    return value >= lowest && value <= highest;
  }
}

package io.wattune.core.counter;

/**
 * The value of one counter.
 *
 * @param counter the source's own id, see {@link CounterName}
 * @param unit unit of the value
 * @param kind what the value says of the interval
 * @param value the value, in the unit; finite
 */
public record CounterValue(String counter, CounterUnit unit, CounterKind kind, double value) {

  public CounterValue {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "counter '" + counter + "' must be finite, was " + value + "; leave out what is missing");
    }
  }
}

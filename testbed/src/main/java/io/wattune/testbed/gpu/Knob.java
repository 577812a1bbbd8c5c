package io.wattune.testbed.gpu;

import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The values of one of the three knobs that the equations know. A knob of one value is a constant,
 * and no tunable.
 *
 * @param lowest the lowest value, above 0
 * @param highest the highest value
 * @param step distance between two values
 * @param own the value before anybody writes
 */
public record Knob(long lowest, long highest, long step, long own) {

  public Knob {
    Require.positive("lowest", lowest);
    ValueGrid grid = ValueGrid.evenly(lowest, highest, step);
    if (!grid.spans(own)) {
      throw new IllegalArgumentException(
          "own must be in " + lowest + ".." + highest + ", was " + own);
    }
  }

  /** The values. */
  ValueGrid grid() {
    return ValueGrid.evenly(lowest, highest, step);
  }

  /** The values one by one, ascending. */
  List<Long> values() {
    return LongStream.iterate(lowest, value -> value <= highest, value -> value + step)
        .boxed()
        .toList();
  }

  /** Whether there is anything to set. */
  boolean isTunable() {
    return highest > lowest;
  }

  /** What the hardware makes of a value: it cannot leave its range. */
  long physical(long value) {
    return Math.max(lowest, Math.min(highest, value));
  }
}

package io.wattune.evaluation.characterise;

import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.PowerConstants;
import io.wattune.testbed.gpu.TimeConstants;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * The constants of the card that are fitted, each with the range that is taken for sure to hold it
 * before the figures are looked at: the range is two standard deviations to either side. Why these
 * ranges is in docs/hd7970.md; all other constants of the card are stated or assumed there.
 */
enum FreeConstant {
  CONTROLLER_BYTES_PER_CYCLE("controllerBytesPerCycle", 256, 404),
  BOARD_WATTS("boardWatts", 20, 44),
  CLOCK_TREE("clockTreeWattsPerGigaHertz", 10, 18),
  UNIT("unitWattsPerGigaHertz", 0.6, 1.4),
  VALU("valuNanojoules", 2, 4),
  MEMORY_CLOCK("memoryClockWatts", 24, 44),
  TRAFFIC("trafficWattsPerGigabytePerSecond", 0.06, 0.14);

  /** All of them, in order: a point of the fit has a place for each. */
  static final List<FreeConstant> ALL = List.of(values());

  private final String key;
  private final double low;
  private final double high;

  FreeConstant(String key, double low, double high) {
    this.key = key;
    this.low = low;
    this.high = high;
  }

  /** Its key in the card's file. */
  String key() {
    return key;
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }

  /** The value that is so many standard deviations from the middle of the range. */
  double value(double deviations) {
    return 0.5 * (low + high) + deviations * deviation();
  }

  /** Standard deviation before the figures are looked at. */
  double deviation() {
    return (high - low) / 4;
  }

  /** A card with these constants, in the order of {@link #ALL}. */
  static GpuModel apply(GpuModel model, double[] values) {
    Map<String, Double> fitted = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      fitted.put(ALL.get(i).key, values[i]);
    }
    ToDoubleBiFunction<String, Double> value = fitted::getOrDefault;
    return model.with(
        DataFiles.with(model.time(), TimeConstants.class, value),
        DataFiles.with(model.power(), PowerConstants.class, value));
  }
}

package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.PowerConstants;
import io.wattune.testbed.gpu.TimeConstants;
import java.util.function.ToDoubleFunction;

/**
 * The constants of the card that are fitted, each with the range that is taken for sure to hold it
 * before the figures are looked at: the range is two standard deviations to either side. Why these
 * ranges is in docs/hd7970.md; all other constants of the card are stated or assumed there.
 */
enum FreeConstant {
  CONTROLLER_BYTES_PER_CYCLE(
      "controllerBytesPerCycle", 256, 404, m -> m.time().controllerBytesPerCycle()),
  BOARD_WATTS("boardWatts", 20, 44, m -> m.power().boardWatts()),
  CLOCK_TREE("clockTreeWattsPerGigaHertz", 10, 18, m -> m.power().clockTreeWattsPerGigaHertz()),
  UNIT("unitWattsPerGigaHertz", 0.6, 1.4, m -> m.power().unitWattsPerGigaHertz()),
  VALU("valuNanojoules", 2, 4, m -> m.power().valuNanojoules()),
  MEMORY_CLOCK("memoryClockWatts", 24, 44, m -> m.power().memoryClockWatts()),
  TRAFFIC(
      "trafficWattsPerGigabytePerSecond",
      0.06,
      0.14,
      m -> m.power().trafficWattsPerGigabytePerSecond());

  private final String key;
  private final double low;
  private final double high;
  private final ToDoubleFunction<GpuModel> of;

  FreeConstant(String key, double low, double high, ToDoubleFunction<GpuModel> of) {
    this.key = key;
    this.low = low;
    this.high = high;
    this.of = of;
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

  /** Its value in a card. */
  double of(GpuModel model) {
    return of.applyAsDouble(model);
  }

  /** The value that is so many standard deviations from the middle of the range. */
  double value(double deviations) {
    return 0.5 * (low + high) + deviations * deviation();
  }

  /** Standard deviation before the figures are looked at. */
  double deviation() {
    return (high - low) / 4;
  }

  /** A card with these constants, in the order of this enumeration. */
  static GpuModel apply(GpuModel model, double[] values) {
    TimeConstants t = model.time();
    PowerConstants p = model.power();
    return model.with(
        new TimeConstants(
            t.exponent(),
            t.issuePerUnitAndCycle(),
            t.l2BytesPerCycle(),
            t.l2Kilobytes(),
            values[CONTROLLER_BYTES_PER_CYCLE.ordinal()],
            t.gigabytesPerSecondPerMegaHertz(),
            t.latencyCoreCycles(),
            t.latencyFixedNanos(),
            t.latencyClockedNanos(),
            t.nominalMemoryMegaHertz(),
            t.simdsPerUnit(),
            t.wavesPerSimd(),
            t.vgprsPerLane(),
            t.sgprsPerSimd()),
        new PowerConstants(
            values[BOARD_WATTS.ordinal()],
            p.leakageWatts(),
            p.leakageWattsPerUnit(),
            values[CLOCK_TREE.ordinal()],
            values[UNIT.ordinal()],
            p.unitIdleShare(),
            values[VALU.ordinal()],
            p.laneIndependentShare(),
            p.l2WattsPerGigabytePerSecond(),
            p.memoryWatts(),
            values[MEMORY_CLOCK.ordinal()],
            values[TRAFFIC.ordinal()],
            p.trafficSlowClockShare(),
            p.nominalVolts(),
            p.voltages()));
  }
}

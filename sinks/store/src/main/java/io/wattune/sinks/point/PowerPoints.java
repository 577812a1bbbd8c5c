package io.wattune.sinks.point;

import io.wattune.core.power.TruePower;
import io.wattune.store.catalogue.PointCatalogue;

/** Points of true power: one for each sample. */
final class PowerPoints {
  private PowerPoints() {}

  static void make(TruePower block, PointLines lines) {
    for (int i = 0; i < block.samples(); i++) {
      lines
          .begin(PointCatalogue.POWER)
          .tag(PointCatalogue.DEVICE, block.device())
          .tag(PointCatalogue.SIGNAL, block.signal())
          .milli(PointCatalogue.RAW_POWER_WATTS, block.rawMilliwatts()[i]);
      if (block.trueMilliwatts()[i] != TruePower.NONE) {
        lines.milli(PointCatalogue.TRUE_POWER_WATTS, block.trueMilliwatts()[i]);
      }
      if (block.errorMilliwatts()[i] != TruePower.NONE) {
        lines.milli(PointCatalogue.ERROR_WATTS, block.errorMilliwatts()[i]);
      }
      lines
          .integer(PointCatalogue.QUALITY_CODE, block.qualities()[i])
          .integer(PointCatalogue.REVISION, block.revision())
          .at(block.timesNanos()[i]);
    }
  }
}

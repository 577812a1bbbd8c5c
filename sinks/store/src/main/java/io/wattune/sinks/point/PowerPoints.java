package io.wattune.sinks.point;

import io.wattune.core.power.TruePower;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.store.catalogue.PointCatalogue;
import org.jspecify.annotations.Nullable;

/** Points of true power: one for each sample. */
final class PowerPoints implements PointMaker {
  private final PowerBlockCodec codec;

  PowerPoints(SchemaStore schemas) {
    codec = new PowerBlockCodec(schemas);
  }

  @Override
  public void make(byte @Nullable [] value, PointLines lines) throws UndecodableException {
    TruePower block = codec.decode(value);
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

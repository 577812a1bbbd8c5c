package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;

/** Sensitivities: {@link Sensitivity} and the record {@code Sensitivity}. */
public final class SensitivityCodec
    extends AvroCodec<Sensitivity, io.wattune.schemas.avro.Sensitivity> {

  public SensitivityCodec() {
    this(BundledSchemas.get());
  }

  public SensitivityCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.Sensitivity.class, store);
  }

  @Override
  io.wattune.schemas.avro.Sensitivity toRecord(Sensitivity sensitivity) {
    return new io.wattune.schemas.avro.Sensitivity(
        sensitivity.device(),
        sensitivity.activityName(),
        sensitivity.tunable(),
        sensitivity.raw(),
        sensitivity.value(),
        Checks.orNull(sensitivity.standardError()),
        io.wattune.schemas.avro.SensitivityBin.valueOf(sensitivity.bin().name()),
        sensitivity.model(),
        io.wattune.schemas.avro.Quality.valueOf(sensitivity.quality().name()),
        sensitivity.basedOnNanos());
  }

  @Override
  Sensitivity toValue(io.wattune.schemas.avro.Sensitivity record) throws UndecodableException {
    Double error = record.getStandardError();
    Checks.that(
        error == null || (error >= 0 && Double.isFinite(error)),
        "standardError must be finite and not negative",
        error);
    return new Sensitivity(
        record.getDevice(),
        record.getActivityName(),
        record.getTunable(),
        record.getRaw(),
        record.getValue(),
        Checks.optional(error),
        Checks.sameName(SensitivityBin.class, record.getBin()),
        record.getModel(),
        Checks.sameName(Quality.class, record.getQuality()),
        record.getBasedOnNanos());
  }
}

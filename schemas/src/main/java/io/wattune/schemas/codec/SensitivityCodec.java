package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Sensitivities: {@link Sensitivity} and the record {@code Sensitivity}. */
public final class SensitivityCodec implements RecordCodec<Sensitivity> {

  private final RecordEncoder<io.wattune.schemas.avro.Sensitivity> encoder =
      new RecordEncoder<>(io.wattune.schemas.avro.Sensitivity.class);
  private final RecordDecoder<io.wattune.schemas.avro.Sensitivity> decoder;

  public SensitivityCodec() {
    this(BundledSchemas.get());
  }

  public SensitivityCodec(SchemaStore store) {
    decoder = new RecordDecoder<>(io.wattune.schemas.avro.Sensitivity.class, store);
  }

  @Override
  public byte[] encode(Sensitivity sensitivity) {
    OptionalDouble error = sensitivity.standardError();
    return encoder.encode(
        new io.wattune.schemas.avro.Sensitivity(
            sensitivity.device(),
            sensitivity.activityName(),
            sensitivity.tunable(),
            sensitivity.raw(),
            sensitivity.value(),
            error.isPresent() ? Double.valueOf(error.getAsDouble()) : null,
            io.wattune.schemas.avro.SensitivityBin.valueOf(sensitivity.bin().name()),
            sensitivity.model(),
            io.wattune.schemas.avro.Quality.valueOf(sensitivity.quality().name()),
            sensitivity.basedOnNanos()));
  }

  @Override
  public Sensitivity decode(byte @Nullable [] bytes) throws UndecodableException {
    io.wattune.schemas.avro.Sensitivity record = decoder.decode(bytes);
    Double error = record.getStandardError();
    Checks.that(
        error == null || (error >= 0 && Double.isFinite(error)),
        "standardError must be finite and not negative",
        error);
    try {
      return new Sensitivity(
          record.getDevice(),
          record.getActivityName(),
          record.getTunable(),
          record.getRaw(),
          record.getValue(),
          error == null ? OptionalDouble.empty() : OptionalDouble.of(error),
          Checks.sameName(SensitivityBin.class, record.getBin()),
          record.getModel(),
          Checks.sameName(Quality.class, record.getQuality()),
          record.getBasedOnNanos());
    } catch (IllegalArgumentException e) {
      throw Checks.outOfRange(e);
    }
  }
}

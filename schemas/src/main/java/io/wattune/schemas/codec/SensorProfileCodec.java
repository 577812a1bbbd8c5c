package io.wattune.schemas.codec;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/** Sensor profiles: {@link SensorProfile} and the record {@code SensorProfile}. */
public final class SensorProfileCodec implements RecordCodec<SensorProfile> {

  private final RecordEncoder<io.wattune.schemas.avro.SensorProfile> encoder =
      new RecordEncoder<>(io.wattune.schemas.avro.SensorProfile.class);
  private final RecordDecoder<io.wattune.schemas.avro.SensorProfile> decoder;

  public SensorProfileCodec() {
    this(BundledSchemas.get());
  }

  public SensorProfileCodec(SchemaStore store) {
    decoder = new RecordDecoder<>(io.wattune.schemas.avro.SensorProfile.class, store);
  }

  @Override
  public byte[] encode(SensorProfile profile) {
    return encoder.encode(
        new io.wattune.schemas.avro.SensorProfile(
            profile.profileId(),
            profile.device(),
            profile.signal(),
            io.wattune.schemas.avro.SensorClass.valueOf(profile.sensorClass().name()),
            io.wattune.schemas.avro.ProfileSource.valueOf(profile.source().name()),
            profile.response().timeConstantSeconds(),
            profile.response().timeConstantErrorSeconds(),
            profile.response().windowSeconds(),
            profile.response().windowErrorSeconds(),
            profile.updatePeriodSeconds(),
            profile.delaySeconds(),
            profile.delayErrorSeconds(),
            profile.gain(),
            profile.gainError(),
            profile.offsetWatts(),
            profile.offsetErrorWatts(),
            profile.gainOffsetCovarianceWatts(),
            profile.noiseWatts(),
            profile.steps(),
            profile.validFromNanos(),
            profile.driftedAtNanos()));
  }

  @Override
  public SensorProfile decode(byte @Nullable [] bytes) throws UndecodableException {
    io.wattune.schemas.avro.SensorProfile record = decoder.decode(bytes);
    SensorClass sensorClass = Checks.sameName(SensorClass.class, record.getSensorClass());
    ProfileSource source = Checks.sameName(ProfileSource.class, record.getSource());
    Checks.that(record.getSteps() >= 0, "steps must not be negative", record.getSteps());
    try {
      SensorProfile profile =
          new SensorProfile(
              record.getProfileId(),
              record.getDevice(),
              record.getSignal(),
              SensorModel.of(
                  sensorClass,
                  record.getTimeConstantSeconds(),
                  record.getTimeConstantErrorSeconds(),
                  record.getWindowSeconds(),
                  record.getWindowErrorSeconds()),
              source,
              record.getUpdatePeriodSeconds(),
              record.getDelaySeconds(),
              record.getDelayErrorSeconds(),
              record.getGain(),
              record.getGainError(),
              record.getOffsetWatts(),
              record.getOffsetErrorWatts(),
              record.getGainOffsetCovarianceWatts(),
              record.getNoiseWatts(),
              record.getSteps(),
              record.getValidFromNanos());
      return profile.driftedAt(record.getDriftedAtNanos());
    } catch (IllegalArgumentException e) {
      throw Checks.outOfRange(e);
    }
  }
}

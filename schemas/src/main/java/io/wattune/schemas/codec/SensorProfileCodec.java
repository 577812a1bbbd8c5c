package io.wattune.schemas.codec;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;

/** Sensor profiles: {@link SensorProfile} and the record {@code SensorProfile}. */
public final class SensorProfileCodec
    extends AvroCodec<SensorProfile, io.wattune.schemas.avro.SensorProfile> {

  public SensorProfileCodec() {
    this(BundledSchemas.get());
  }

  public SensorProfileCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.SensorProfile.class, store);
  }

  @Override
  io.wattune.schemas.avro.SensorProfile toRecord(SensorProfile profile) {
    return new io.wattune.schemas.avro.SensorProfile(
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
        profile.driftedAtNanos());
  }

  @Override
  SensorProfile toValue(io.wattune.schemas.avro.SensorProfile record) throws UndecodableException {
    SensorClass sensorClass = Checks.sameName(SensorClass.class, record.getSensorClass());
    ProfileSource source = Checks.sameName(ProfileSource.class, record.getSource());
    Checks.that(record.getSteps() >= 0, "steps must not be negative", record.getSteps());
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
  }
}

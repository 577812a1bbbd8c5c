package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.schemas.avro.HeatDoubt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decisions: {@link Decision} and the record {@code Decision}.
 *
 * <p>A record without a device is a claim. Of a claim the record's sequence, reason, detail and
 * quality are written for readers of the topic and not read back; one that has a lease, a time that
 * it was based on, or settings is refused, since half of it would be lost. Whether a lease, a node
 * or a value is acceptable is for the node's writer to say: it is not judged here.
 */
public final class DecisionCodec extends AvroCodec<Decision, io.wattune.schemas.avro.Decision> {
  private static final String CLAIM = "claim";

  public DecisionCodec() {
    this(BundledSchemas.get());
  }

  public DecisionCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.Decision.class, store);
  }

  @Override
  io.wattune.schemas.avro.Decision toRecord(Decision decision) {
    if (decision instanceof Decision.ForDevice forDevice) {
      return record(forDevice);
    }
    return new io.wattune.schemas.avro.Decision(
        decision.node(),
        null,
        decision.epoch(),
        0L,
        0L,
        0L,
        List.of(),
        List.of(),
        decision.policy(),
        CLAIM,
        "",
        io.wattune.schemas.avro.Quality.MEASURED,
        decision.decidedAtNanos(),
        null);
  }

  private static io.wattune.schemas.avro.Decision record(Decision.ForDevice decision) {
    List<io.wattune.schemas.avro.ActivityConfiguration> byName = new ArrayList<>();
    for (ActivityConfiguration each : decision.byActivityName()) {
      byName.add(
          new io.wattune.schemas.avro.ActivityConfiguration(
              each.activityName(), SettingRecords.of(each.configuration())));
    }
    return new io.wattune.schemas.avro.Decision(
        decision.node(),
        decision.device(),
        decision.epoch(),
        decision.sequence(),
        decision.basedOnNanos(),
        decision.leaseNanos(),
        SettingRecords.of(decision.defaultConfiguration()),
        byName,
        decision.policy(),
        decision.reason(),
        RecordLimits.sentence(decision.detail()),
        io.wattune.schemas.avro.Quality.valueOf(decision.quality().name()),
        decision.decidedAtNanos(),
        heat(decision.heat()));
  }

  private static io.wattune.schemas.avro.@Nullable HeatGuard heat(@Nullable HeatGuard heat) {
    if (heat == null) {
      return null;
    }
    Prediction now = heat.now();
    return new io.wattune.schemas.avro.HeatGuard(
        heat.limitCelsius(),
        now == null ? null : now.celsius(),
        now == null ? null : now.standardError(),
        heat.statedErrorKelvin(),
        HeatDoubt.valueOf(heat.doubt().name()));
  }

  @Override
  Decision toValue(io.wattune.schemas.avro.Decision record) throws UndecodableException {
    Checks.that(record.getEpoch() >= 0, "epoch must not be negative", record.getEpoch());
    String device = record.getDevice();
    if (device == null) {
      return claim(record);
    }
    Checks.that(record.getSequence() >= 0, "sequence must not be negative", record.getSequence());
    return forDevice(record, device);
  }

  private static Decision claim(io.wattune.schemas.avro.Decision record)
      throws UndecodableException {
    Checks.that(record.getLeaseNanos() == 0, "a claim has no lease", record.getLeaseNanos());
    Checks.that(
        record.getBasedOnNanos() == 0, "a claim is based on nothing", record.getBasedOnNanos());
    int settings = record.getDefaultConfiguration().size() + record.getByActivityName().size();
    Checks.that(settings == 0, "a claim has no settings", settings);
    return new Decision.Claim(
        record.getNode(), record.getEpoch(), record.getPolicy(), record.getDecidedAtNanos());
  }

  private static Decision forDevice(io.wattune.schemas.avro.Decision record, String device)
      throws UndecodableException {
    List<ActivityConfiguration> byName = new ArrayList<>();
    for (io.wattune.schemas.avro.ActivityConfiguration each : record.getByActivityName()) {
      byName.add(
          new ActivityConfiguration(
              each.getActivityName(), SettingRecords.configuration(each.getSettings())));
    }
    return new Decision.ForDevice(
        record.getNode(),
        device,
        record.getEpoch(),
        record.getSequence(),
        record.getBasedOnNanos(),
        record.getLeaseNanos(),
        SettingRecords.configuration(record.getDefaultConfiguration()),
        byName,
        record.getPolicy(),
        record.getReason(),
        record.getDetail(),
        Checks.sameName(Quality.class, record.getQuality()),
        record.getDecidedAtNanos(),
        heat(record.getHeat()));
  }

  /** It is for readers: a doubt of a later release must not keep a decision from its node. */
  private static @Nullable HeatGuard heat(io.wattune.schemas.avro.@Nullable HeatGuard heat)
      throws UndecodableException {
    if (heat == null || heat.getDoubt() == HeatDoubt.UNKNOWN) {
      return null;
    }
    Double celsius = heat.getCelsius();
    Double error = heat.getErrorCelsius();
    return new HeatGuard(
        heat.getLimitCelsius(),
        celsius == null || error == null ? null : new Prediction(celsius, error),
        heat.getStatedErrorKelvin(),
        Checks.sameName(SensorDoubt.class, heat.getDoubt()));
  }
}

package io.wattune.schemas.codec;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Actuations: {@link Actuation} and the record {@code Actuation}. Epoch and sequence are taken as
 * they are: an answer to a decision that should not have been sent repeats what that said.
 */
public final class ActuationCodec extends AvroCodec<Actuation, io.wattune.schemas.avro.Actuation> {

  public ActuationCodec() {
    this(BundledSchemas.get());
  }

  public ActuationCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.Actuation.class, store);
  }

  @Override
  io.wattune.schemas.avro.Actuation toRecord(Actuation actuation) {
    List<io.wattune.schemas.avro.ControlOutcome> controls = new ArrayList<>();
    for (ControlOutcome control : actuation.controls()) {
      controls.add(
          new io.wattune.schemas.avro.ControlOutcome(
              control.tunable(),
              SettingRecords.unit(control.unit()),
              Checks.orNull(control.wished()),
              Checks.orNull(control.readBack()),
              io.wattune.schemas.avro.ControlStatus.valueOf(control.status().name()),
              RecordLimits.sentence(control.reason())));
    }
    return new io.wattune.schemas.avro.Actuation(
        actuation.node(),
        actuation.device(),
        actuation.epoch(),
        actuation.sequence(),
        io.wattune.schemas.avro.ActuationOutcome.valueOf(actuation.outcome().name()),
        actuation.reason(),
        RecordLimits.sentence(actuation.detail()),
        actuation.activityName(),
        controls,
        actuation.leaseLeftNanos(),
        actuation.atNanos(),
        actuation.inForce().stream().map(ActuationCodec::span).toList(),
        actuation.pending());
  }

  private static io.wattune.schemas.avro.InForceSpan span(InForceSpan span) {
    List<io.wattune.schemas.avro.InForceValue> values = new ArrayList<>(span.values().size());
    for (InForceValue each : span.values()) {
      values.add(
          new io.wattune.schemas.avro.InForceValue(
              each.tunable(),
              SettingRecords.unit(each.unit()),
              Checks.orNull(each.readBack()),
              each.isOwn()));
    }
    return new io.wattune.schemas.avro.InForceSpan(
        span.activityName(), span.fromNanos(), span.toNanos(), values);
  }

  @Override
  Actuation toValue(io.wattune.schemas.avro.Actuation record) throws UndecodableException {
    Checks.that(
        record.getLeaseLeftNanos() >= 0,
        "leaseLeftNanos must not be negative",
        record.getLeaseLeftNanos());
    List<ControlOutcome> controls = new ArrayList<>();
    for (io.wattune.schemas.avro.ControlOutcome each : record.getControls()) {
      controls.add(control(each));
    }
    return new Actuation(
        record.getNode(),
        record.getDevice(),
        record.getEpoch(),
        record.getSequence(),
        Checks.sameName(ActuationOutcome.class, record.getOutcome()),
        record.getReason(),
        record.getDetail(),
        record.getActivityName(),
        controls,
        record.getLeaseLeftNanos(),
        record.getAtNanos(),
        spans(record.getInForce()),
        record.getPending());
  }

  private static List<InForceSpan> spans(List<io.wattune.schemas.avro.InForceSpan> records)
      throws UndecodableException {
    Checks.that(
        records.size() <= InForceSpan.MOST,
        "inForce must have at most " + InForceSpan.MOST + " spans",
        records.size());
    List<InForceSpan> spans = new ArrayList<>(records.size());
    for (io.wattune.schemas.avro.InForceSpan each : records) {
      Checks.that(
          each.getToNanos() >= each.getFromNanos(),
          "toNanos must not be before fromNanos",
          each.getToNanos());
      List<InForceValue> values = new ArrayList<>(each.getValues().size());
      for (io.wattune.schemas.avro.InForceValue value : each.getValues()) {
        values.add(
            new InForceValue(
                value.getTunable(),
                SettingRecords.unit(value.getUnit()),
                Checks.optional(value.getReadBack()),
                value.getIsOwn()));
      }
      spans.add(
          new InForceSpan(each.getActivityName(), each.getFromNanos(), each.getToNanos(), values));
    }
    return spans;
  }

  private static ControlOutcome control(io.wattune.schemas.avro.ControlOutcome record)
      throws UndecodableException {
    return new ControlOutcome(
        record.getTunable(),
        SettingRecords.unit(record.getUnit()),
        Checks.optional(record.getWished()),
        Checks.optional(record.getReadBack()),
        Checks.sameName(ControlStatus.class, record.getStatus()),
        record.getReason());
  }
}

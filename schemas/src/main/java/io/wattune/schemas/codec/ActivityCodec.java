package io.wattune.schemas.codec;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.avro.ActivityLevel;
import java.util.Map;

/** Activities and the marker that ends a device's: {@link ActivityEvent} and {@code Activity}. */
public final class ActivityCodec
    extends AvroCodec<ActivityEvent, io.wattune.schemas.avro.Activity> {

  public ActivityCodec() {
    this(BundledSchemas.get());
  }

  public ActivityCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.Activity.class, store);
  }

  /** Encodes an activity; {@link Activity#RUNNING} becomes a missing end. */
  public byte[] encode(Activity activity) {
    return encode(new ActivityEvent.Reported(activity));
  }

  /** Encodes the marker that no activity of the device follows. */
  public byte[] encodeEndOfTrace(String device) {
    return encode(new ActivityEvent.EndOfTrace(device));
  }

  @Override
  io.wattune.schemas.avro.Activity toRecord(ActivityEvent event) {
    if (!(event instanceof ActivityEvent.Reported reported)) {
      return new io.wattune.schemas.avro.Activity(
          event.device(),
          "",
          ActivityLevel.UNKNOWN,
          "",
          0L,
          null,
          null,
          Map.of(),
          null,
          null,
          true);
    }
    Activity activity = reported.activity();
    return new io.wattune.schemas.avro.Activity(
        activity.device(),
        activity.activityId(),
        ActivityLevel.valueOf(activity.book().name()),
        RecordLimits.name(activity.name()),
        activity.startNanos(),
        activity.hasEnded() ? activity.endNanos() : null,
        activity.parentId(),
        RecordLimits.labels(activity.labels()),
        activity.weight(),
        activity.work(),
        false);
  }

  @Override
  ActivityEvent toValue(io.wattune.schemas.avro.Activity record) throws UndecodableException {
    if (record.getEndOfTrace()) {
      return new ActivityEvent.EndOfTrace(record.getDevice());
    }
    Book book = Checks.sameName(Book.class, record.getLevel());
    Long endNanos = record.getEndNanos();
    return new ActivityEvent.Reported(
        new Activity(
            record.getDevice(),
            record.getActivityId(),
            book,
            record.getName(),
            record.getStartNanos(),
            endNanos == null ? Activity.RUNNING : endNanos,
            record.getParentId(),
            record.getLabels(),
            record.getWeight(),
            record.getWork()));
  }
}

package io.wattune.schemas.codec;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.avro.ActivityLevel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Activities and the marker that ends a device's: {@link ActivityEvent} and {@code Activity}. */
public final class ActivityCodec implements RecordCodec<ActivityEvent> {

  private final RecordEncoder<io.wattune.schemas.avro.Activity> encoder =
      new RecordEncoder<>(io.wattune.schemas.avro.Activity.class);
  private final RecordDecoder<io.wattune.schemas.avro.Activity> decoder;

  public ActivityCodec() {
    this(BundledSchemas.get());
  }

  public ActivityCodec(SchemaStore store) {
    decoder = new RecordDecoder<>(io.wattune.schemas.avro.Activity.class, store);
  }

  @Override
  public byte[] encode(ActivityEvent event) {
    if (event instanceof ActivityEvent.Reported reported) {
      return encode(reported.activity());
    }
    return encodeEndOfTrace(event.device());
  }

  /** Encodes an activity; {@link Activity#RUNNING} becomes a missing end. */
  public byte[] encode(Activity activity) {
    return encoder.encode(
        new io.wattune.schemas.avro.Activity(
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
            false));
  }

  /** Encodes the marker that no activity of the device follows. */
  public byte[] encodeEndOfTrace(String device) {
    return encoder.encode(
        new io.wattune.schemas.avro.Activity(
            device, "", ActivityLevel.UNKNOWN, "", 0L, null, null, Map.of(), null, null, true));
  }

  @Override
  public ActivityEvent decode(byte @Nullable [] bytes) throws UndecodableException {
    io.wattune.schemas.avro.Activity record = decoder.decode(bytes);
    if (record.getEndOfTrace()) {
      return new ActivityEvent.EndOfTrace(record.getDevice());
    }
    Book book = Checks.sameName(Book.class, record.getLevel());
    Long endNanos = record.getEndNanos();
    try {
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
    } catch (IllegalArgumentException e) {
      throw Checks.outOfRange(e);
    }
  }
}

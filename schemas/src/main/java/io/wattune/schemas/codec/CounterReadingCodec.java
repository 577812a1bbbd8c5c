package io.wattune.schemas.codec;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.avro.ActivityLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counter readings: {@link CounterReading} and the record {@code CounterReading}.
 *
 * <p>Stricter than the value of core: a counter comes once, since nobody could say which of two
 * values holds, and level, id and name of the activity are all there or none of them is.
 */
public final class CounterReadingCodec
    extends AvroCodec<CounterReading, io.wattune.schemas.avro.CounterReading> {

  public CounterReadingCodec() {
    this(BundledSchemas.get());
  }

  public CounterReadingCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.CounterReading.class, store);
  }

  @Override
  io.wattune.schemas.avro.CounterReading toRecord(CounterReading reading) {
    List<io.wattune.schemas.avro.CounterValue> counters = new ArrayList<>();
    for (CounterValue value : reading.counters()) {
      counters.add(
          new io.wattune.schemas.avro.CounterValue(
              value.counter(),
              io.wattune.schemas.avro.CounterUnit.valueOf(value.unit().name()),
              io.wattune.schemas.avro.CounterKind.valueOf(value.kind().name()),
              value.value()));
    }
    Book level = reading.level();
    WorkSignal signal = reading.workSignal();
    return new io.wattune.schemas.avro.CounterReading(
        reading.device(),
        reading.sequence(),
        reading.startNanos(),
        reading.endNanos(),
        level == null ? null : ActivityLevel.valueOf(level.name()),
        reading.activityId(),
        reading.activityName(),
        counters,
        reading.isEndOfTrace(),
        signal == null ? null : io.wattune.schemas.avro.WorkSignal.valueOf(signal.name()),
        reading.goal());
  }

  @Override
  CounterReading toValue(io.wattune.schemas.avro.CounterReading record)
      throws UndecodableException {
    Checks.that(record.getSequence() >= 0, "sequence must not be negative", record.getSequence());
    ActivityLevel level = record.getLevel();
    io.wattune.schemas.avro.WorkSignal signal = record.getWorkSignal();
    checkActivity(level, record.getActivityId(), record.getActivityName());
    return new CounterReading(
        record.getDevice(),
        record.getSequence(),
        record.getStartNanos(),
        record.getEndNanos(),
        level == null ? null : Checks.sameName(Book.class, level),
        record.getActivityId(),
        record.getActivityName(),
        counters(record.getCounters()),
        record.getEndOfTrace(),
        signal == null ? null : Checks.sameName(WorkSignal.class, signal),
        record.getGoal());
  }

  private static void checkActivity(
      @Nullable ActivityLevel level, @Nullable String id, @Nullable String name)
      throws UndecodableException {
    Checks.that(
        (level == null) == (id == null) && (level == null) == (name == null),
        "level, activityId and activityName must all be there, or none of them",
        level + ", " + id + ", " + name);
  }

  private static List<CounterValue> counters(List<io.wattune.schemas.avro.CounterValue> records)
      throws UndecodableException {
    List<CounterValue> values = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (io.wattune.schemas.avro.CounterValue each : records) {
      Checks.that(names.add(each.getCounter()), "each counter must come once", each.getCounter());
      values.add(
          new CounterValue(
              each.getCounter(),
              Checks.sameName(CounterUnit.class, each.getUnit()),
              Checks.sameName(CounterKind.class, each.getKind()),
              each.getValue()));
    }
    return values;
  }
}

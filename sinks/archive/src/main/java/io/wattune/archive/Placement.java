package io.wattune.archive;

import io.wattune.core.power.TruePower;
import io.wattune.schemas.avro.Activity;
import io.wattune.schemas.avro.Actuation;
import io.wattune.schemas.avro.ComponentPower;
import io.wattune.schemas.avro.CounterReading;
import io.wattune.schemas.avro.Decision;
import io.wattune.schemas.avro.Heat;
import io.wattune.schemas.avro.LedgerEntry;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SensorProfile;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at a record and says into which file it goes. One for each thread. */
final class Placement {
  private static final long NANOS_A_DAY = TimeUnit.DAYS.toNanos(1);
  private static final String NO_KEY = RecordKey.MISSING;

  private final int buckets;
  private final ReadingBlockCodec readings;
  private final RecordDecoder<CounterReading> counters;
  private final RecordDecoder<Activity> activities;
  private final RecordDecoder<SensorProfile> profiles;
  private final PowerBlockCodec power;
  private final RecordDecoder<LedgerEntry> entries;
  private final RecordDecoder<ComponentPower> components;
  private final RecordDecoder<Heat> heats;
  private final RecordDecoder<Decision> decisions;
  private final RecordDecoder<Actuation> actuations;

  /**
   * A record with its place.
   *
   * @param group the file
   * @param record the record
   * @param key its key as text; empty where it has none that can be read
   * @param firstNanos its earliest event time
   * @param lastNanos its latest event time
   * @param fault why it cannot be read; null where it can
   */
  record GroupedRecord(
      FileGroup group,
      ArchivedRecord record,
      String key,
      long firstNanos,
      long lastNanos,
      @Nullable UndecodableException fault) {}

  private record Span(long firstNanos, long lastNanos) {}

  Placement(int buckets, SchemaStore schemas) {
    this.buckets = buckets;
    this.readings = new ReadingBlockCodec(schemas);
    this.counters = new RecordDecoder<>(CounterReading.class, schemas);
    this.activities = new RecordDecoder<>(Activity.class, schemas);
    this.profiles = new RecordDecoder<>(SensorProfile.class, schemas);
    this.power = new PowerBlockCodec(schemas);
    this.entries = new RecordDecoder<>(LedgerEntry.class, schemas);
    this.components = new RecordDecoder<>(ComponentPower.class, schemas);
    this.heats = new RecordDecoder<>(Heat.class, schemas);
    this.decisions = new RecordDecoder<>(Decision.class, schemas);
    this.actuations = new RecordDecoder<>(Actuation.class, schemas);
  }

  GroupedRecord place(ArchivedRecord record) {
    long stamp = TimeUnit.MILLISECONDS.toNanos(record.timestampMillis());
    try {
      String key = key(record);
      Span span = span(record, key, stamp);
      byte[] value = record.value();
      long schema = value == null ? 0 : RecordDecoder.fingerprintOf(value);
      var group =
          new FileGroup(
              record.topic().label(),
              date(span.firstNanos()),
              ArchiveFormat.bucket(key, buckets),
              schema);
      return new GroupedRecord(group, record, key, span.firstNanos(), span.lastNanos(), null);
    } catch (UndecodableException e) {
      var group =
          new FileGroup(ArchiveFormat.UNREADABLE, date(stamp), 0, UnreadableRow.FINGERPRINT);
      return new GroupedRecord(group, record, "", stamp, stamp, e);
    }
  }

  private Span span(ArchivedRecord record, String key, long stamp) throws UndecodableException {
    return switch (record.topic()) {
      case READINGS -> {
        ReadingBlock block = readings.record(record.value());
        RecordKey.check(key, block.getDevice());
        yield span(block, stamp);
      }
      case COUNTERS -> {
        CounterReading reading = counters.decode(record.value());
        RecordKey.check(key, reading.getDevice());
        yield reading.getEndOfTrace()
            ? at(stamp)
            : ordered(reading.getStartNanos(), reading.getEndNanos());
      }
      case ACTIVITY -> {
        Activity activity = activities.decode(record.value());
        RecordKey.check(key, activity.getDevice());
        Long end = activity.getEndNanos();
        yield activity.getEndOfTrace()
            ? at(stamp)
            : ordered(activity.getStartNanos(), end == null ? activity.getStartNanos() : end);
      }
      case POWER -> {
        TruePower block = power.decode(record.value());
        RecordKey.check(key, block.device());
        int samples = block.samples();
        yield samples == 0
            ? at(stamp)
            : ordered(block.timesNanos()[0], block.timesNanos()[samples - 1]);
      }
      case ENERGY -> {
        LedgerEntry entry = entries.decode(record.value());
        RecordKey.check(key, entry.getDevice());
        yield ordered(entry.getStartNanos(), entry.getEndNanos());
      }
      case COMPONENT_POWER -> {
        ComponentPower split = components.decode(record.value());
        RecordKey.check(key, split.getDevice());
        yield ordered(split.getStartNanos(), split.getEndNanos());
      }
      case HEAT -> {
        Heat heat = heats.decode(record.value());
        RecordKey.check(key, heat.getDevice());
        yield at(heat.getTimeNanos());
      }
      case PROFILES -> at(profiles.decode(record.value()).getValidFromNanos());
      case DECISIONS -> at(decisions.decode(record.value()).getDecidedAtNanos());
      case ACTUATIONS -> {
        Actuation actuation = actuations.decode(record.value());
        String device = actuation.getDevice();
        RecordKey.check(key, device == null ? actuation.getNode() : device);
        yield at(actuation.getAtNanos());
      }
      default -> throw new IllegalArgumentException("topic " + record.topic() + " is not archived");
    };
  }

  private static Span span(ReadingBlock block, long stamp) {
    if (block.getPolls() == 0) {
      return at(stamp);
    }
    long[] times = PackedColumns.unpackTimes(block.getTimes(), block.getBaseTimeNanos());
    long first = times[0];
    long last = times[0];
    for (long time : times) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
    return new Span(first, last);
  }

  private static Span at(long nanos) {
    return new Span(nanos, nanos);
  }

  private static Span ordered(long one, long other) {
    return new Span(Math.min(one, other), Math.max(one, other));
  }

  private static String key(ArchivedRecord record) throws UndecodableException {
    byte[] key = record.key();
    if (key == null) {
      throw new UndecodableException(NO_KEY, "the record has no key, which must be the device");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
    } catch (CharacterCodingException e) {
      throw new UndecodableException(NO_KEY, "the record's key is no UTF-8 text", e);
    }
  }

  private static String date(long nanos) {
    return LocalDate.ofEpochDay(Math.floorDiv(nanos, NANOS_A_DAY)).toString();
  }
}

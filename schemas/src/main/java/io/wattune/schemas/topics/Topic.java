package io.wattune.schemas.topics;

import io.wattune.schemas.avro.Activity;
import io.wattune.schemas.avro.Actuation;
import io.wattune.schemas.avro.ComponentPower;
import io.wattune.schemas.avro.CounterReading;
import io.wattune.schemas.avro.Decision;
import io.wattune.schemas.avro.DeviceDescriptor;
import io.wattune.schemas.avro.FleetPower;
import io.wattune.schemas.avro.Heat;
import io.wattune.schemas.avro.Hold;
import io.wattune.schemas.avro.LedgerEntry;
import io.wattune.schemas.avro.PowerBlock;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.Reject;
import io.wattune.schemas.avro.RightSizeTable;
import io.wattune.schemas.avro.Sensitivity;
import io.wattune.schemas.avro.SensorProfile;
import io.wattune.schemas.avro.ServingReading;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Every topic, with what is true of it in every namespace. The full name of a topic comes from
 * {@link Namespace#topic}.
 */
@SuppressWarnings("ImmutableEnumChecker") // Avro seals a schema once it is parsed.
public enum Topic {
  READINGS(Keep.days(1), 8, ReadingBlock.getClassSchema()),
  COUNTERS(Keep.days(1), 8, CounterReading.getClassSchema()),
  /** Of a node's inference servers. */
  SERVING(Keep.days(7), 8, ServingReading.getClassSchema()),
  ACTIVITY(Keep.days(7), 8, Activity.getClassSchema()),
  DEVICES(Keep.NEWEST, 1, DeviceDescriptor.getClassSchema()),
  /** A profile is valid from an event time on, so those before it are kept too, for ever. */
  PROFILES(Keep.EVERYTHING, 1, SensorProfile.getClassSchema()),
  POWER(Keep.days(1), 8, PowerBlock.getClassSchema()),
  /** Smoothed power; empty where that is not asked for. */
  SMOOTHED(Keep.days(1), 8, PowerBlock.getClassSchema()),
  ENERGY(Keep.days(90), 8, LedgerEntry.getClassSchema()),
  SENSITIVITIES(Keep.days(7), 8, Sensitivity.getClassSchema()),
  COMPONENT_POWER(Keep.days(7), 8, ComponentPower.getClassSchema()),
  HEAT(Keep.days(1), 8, Heat.getClassSchema()),
  FLEET(Keep.days(7), 1, FleetPower.getClassSchema()),
  DECISIONS(Keep.days(30), 8, Decision.getClassSchema()),
  ACTUATIONS(Keep.days(30), 8, Actuation.getClassSchema()),
  HOLDS(Keep.NEWEST, 1, Hold.getClassSchema()),
  /** One table is one record: up to a quarter of a megabyte, and few of them. */
  RIGHT_SIZES(Keep.NEWEST, 1, RightSizeTable.getClassSchema()),
  SCHEMAS(Keep.NEWEST, 1, null),
  REJECTS(Keep.days(7), 4, Reject.getClassSchema());

  /** How long records stay in a live namespace. */
  private record Keep(boolean compacted, @Nullable Duration retention) {
    static final Keep NEWEST = new Keep(true, null);
    static final Keep EVERYTHING = new Keep(false, null);

    static Keep days(int days) {
      return new Keep(false, Duration.ofDays(days));
    }
  }

  private final String label;
  private final Keep keep;
  private final int partitions;
  private final @Nullable Schema schema;

  Topic(Keep keep, int partitions, @Nullable Schema schema) {
    this.label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.keep = keep;
    this.partitions = partitions;
    this.schema = schema;
  }

  /** The name inside a namespace, for example {@code readings}. */
  public String label() {
    return label;
  }

  /** Whether only the newest record of a key is sure to stay. */
  public boolean isCompacted() {
    return keep.compacted();
  }

  /** How long records stay in a live namespace; empty for without limit. */
  public Optional<Duration> liveRetention() {
    return Optional.ofNullable(keep.retention());
  }

  /** Number of partitions where nothing else is asked for. */
  public int defaultPartitions() {
    return partitions;
  }

  /** Schema of the record; empty for {@link #SCHEMAS}, whose values are JSON text. */
  public Optional<Schema> recordSchema() {
    return Optional.ofNullable(schema);
  }
}

package io.wattune.streams.ledger;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.FunctionHarness;
import io.wattune.streams.kafka.GivenSchemas;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;

/** The ledger function in Flink's own operator harness, with its outputs decoded. */
final class LedgerHarness extends FunctionHarness<LedgerHarness> {
  static final GivenSchemas SCHEMAS = new GivenSchemas();

  final Map<String, LedgerEntry> newest = new HashMap<>();
  final List<LedgerEntry> entries = new ArrayList<>();
  final List<TruePower> power = new ArrayList<>();
  final List<TruePower> smoothed = new ArrayList<>();
  final List<SensorProfile> profiles = new ArrayList<>();

  private final ReadingBlockCodec readings = new ReadingBlockCodec();
  private final ActivityCodec activities = new ActivityCodec();

  LedgerHarness(LedgerSettings settings) throws Exception {
    this(new LedgerFunction(settings, Namespace.live(), SCHEMAS));
  }

  /** Another function that keeps the same state. */
  LedgerHarness(KeyedProcessFunction<String, InboundRecord, OutboundRecord> function)
      throws Exception {
    super(function);
  }

  void readings(PollBlock block) throws Exception {
    readings(block.device(), readings.encode(block));
  }

  void readings(String key, byte[] value) throws Exception {
    send(Topic.READINGS, 3, key, value);
    takeFrom(LedgerJob.OTHERS);
  }

  void activity(String device, String id, long startNanos, long endNanos) throws Exception {
    var activity =
        new Activity(device, id, Book.KERNEL, id, startNanos, endNanos, null, Map.of("user", "a"));
    activity(device, activities.encode(activity));
  }

  void activitiesEnded(String device) throws Exception {
    activity(device, activities.encodeEndOfTrace(device));
  }

  void activity(String key, byte[] value) throws Exception {
    send(Topic.ACTIVITY, 0, key, value);
    takeFrom(LedgerJob.OTHERS);
  }

  @Override
  protected boolean decode(OutboundRecord record) throws Exception {
    if (isOf(Topic.ENERGY, record)) {
      LedgerEntry entry = new LedgerEntryCodec().decode(record.value());
      newest.put(entry.entryId(), entry);
      return entries.add(entry);
    }
    if (isOf(Topic.PROFILES, record)) {
      return profiles.add(new SensorProfileCodec().decode(record.value()));
    }
    boolean isSmoothed = isOf(Topic.SMOOTHED, record);
    return (isSmoothed || isOf(Topic.POWER, record))
        && (isSmoothed ? smoothed : power).add(new PowerBlockCodec().decode(record.value()));
  }
}

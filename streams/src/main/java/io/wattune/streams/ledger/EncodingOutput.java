package io.wattune.streams.ledger;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.RejectRecords;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encodes what the ledger puts out: energy to one receiver, all else to another. */
final class EncodingOutput implements LedgerOutput {
  /** What the ledger made of a record is more than a record may hold. */
  static final String UNSENDABLE = "unsendable";

  private static final String PART = "ledger";

  private final LedgerTopics topics;
  private final LedgerCounters counters;
  private final LedgerEntryCodec entries = new LedgerEntryCodec();
  private final PowerBlockCodec power = new PowerBlockCodec();
  private final SensorProfileCodec profiles = new SensorProfileCodec();
  private final RejectRecords rejects;
  private @Nullable InboundRecord cause;
  private Consumer<OutboundRecord> energy = EncodingOutput::nowhere;
  private Consumer<OutboundRecord> others = EncodingOutput::nowhere;

  EncodingOutput(LedgerTopics topics, LedgerCounters counters) {
    this.topics = topics;
    this.counters = counters;
    rejects = new RejectRecords(topics.rejects(), PART);
  }

  /** Says which record is worked on from now on, and where what it causes goes. */
  void begin(
      InboundRecord record, Consumer<OutboundRecord> toEnergy, Consumer<OutboundRecord> toOthers) {
    cause = record;
    energy = toEnergy;
    others = toOthers;
  }

  private static void nowhere(OutboundRecord record) {
    throw new IllegalStateException("no record is being worked on, got one for " + record.topic());
  }

  @Override
  public void entry(LedgerEntry entry) {
    counters.entry(entry);
    send(energy, topics.energy(), entry.device(), () -> entries.encode(entry));
  }

  @Override
  public void power(TruePower block) {
    counters.power(block);
    send(others, topics.power(), block.device(), () -> power.encode(block));
  }

  @Override
  public void smoothed(TruePower block) {
    send(others, topics.smoothed(), block.device(), () -> power.encode(block));
  }

  @Override
  public void profile(SensorProfile profile) {
    counters.profile();
    send(
        others,
        topics.profiles(),
        profile.device() + "/" + profile.signal(),
        () -> profiles.encode(profile));
  }

  @Override
  public void drifted(SensorProfile profile) {
    counters.drifted();
  }

  @Override
  public void refused(Activity activity, String detail) {
    counters.activityLate();
    reject("late-activity", detail, 1);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    counters.outOfBalance();
  }

  /**
   * Sends a record. One that cannot be sent costs its cause a reject, not the job its life: after a
   * failure it would read the same cause again.
   */
  private void send(
      Consumer<OutboundRecord> to, String topic, String key, Supplier<byte[]> encoding) {
    byte[] value;
    try {
      value = encoding.get();
    } catch (IllegalArgumentException e) {
      counters.rejected(1);
      reject(UNSENDABLE, "what came of it for " + topic + " cannot be sent: " + e.getMessage(), 1);
      return;
    }
    to.accept(new OutboundRecord(topic, key, value));
  }

  /** Keeps the record that is being worked on in the rejects topic. */
  void reject(String reason, String detail, int data) {
    InboundRecord record = cause;
    if (record == null) {
      throw new IllegalStateException("nothing to reject");
    }
    others.accept(rejects.of(record, reason, detail, data));
  }
}

package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.NewestPower;
import io.wattune.schemas.codec.NewestPowerDecoder;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Original bytes of one topic to what they say of a device. One for each thread. */
interface RecordReader {
  /** What is passed over, by why. */
  String OTHER_BOOK = "other-book";

  String NO_TRUE_POWER = "no-true-power";

  /** News, or why there is none. */
  record Read(@Nullable DeviceNews incoming, String whyNot) {
    static Read of(DeviceNews incoming) {
      return new Read(incoming, "");
    }

    static Read nothing(String whyNot) {
      return new Read(null, whyNot);
    }
  }

  /**
   * Reads a record.
   *
   * @param timestampMillis when it was written, by its writer's clock
   * @throws UndecodableException where it cannot be used
   */
  Read read(String key, byte @Nullable [] value, long timestampMillis) throws UndecodableException;

  /** Of topic power. */
  static RecordReader power(SchemaStore schemas) {
    var decoder = new NewestPowerDecoder(schemas);
    return (key, value, timestampMillis) -> {
      NewestPower newest = decoder.decode(value);
      RecordKey.check(key, newest.device());
      if (!newest.isKnown()) {
        return Read.nothing(NO_TRUE_POWER);
      }
      if (newest.errorMilliwatts() < 0) {
        throw new UndecodableException(
            UndecodableException.VALUE_OUT_OF_RANGE,
            "a sample with true power needs a standard error of 0 mW or more, was "
                + newest.errorMilliwatts());
      }
      return Read.of(
          DeviceNews.measured(
              key,
              new PowerSample(
                  newest.timeNanos(),
                  newest.revision(),
                  newest.clockSetBacks(),
                  newest.trueMilliwatts(),
                  newest.errorMilliwatts(),
                  newest.quality())));
    };
  }

  /** Of topic energy. */
  static RecordReader energy(SchemaStore schemas) {
    var codec = new LedgerEntryCodec(schemas);
    return (key, value, timestampMillis) -> {
      LedgerEntry entry = codec.decode(value);
      RecordKey.check(key, entry.device());
      return entry.book() == WindowEnergy.BOOK
          ? Read.of(DeviceNews.energy(key, WindowEnergy.of(entry)))
          : Read.nothing(OTHER_BOOK);
    };
  }

  /** Of topic devices. */
  static RecordReader devices(SchemaStore schemas) {
    var codec = new DeviceDescriptorCodec(schemas);
    return (key, value, timestampMillis) -> {
      var descriptor = codec.decodeUnlessGone(value);
      if (descriptor.isEmpty()) {
        return Read.of(DeviceNews.removed(key, Math.max(1, timestampMillis * 1_000_000)));
      }
      RecordKey.check(key, descriptor.get());
      return Read.of(DeviceNews.described(key, DeviceFacts.of(descriptor.get())));
    };
  }
}

package io.wattune.collectors.spool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records that carry a number. */
final class Numbered {
  static final String TOPIC = "t";

  private Numbered() {}

  static OutgoingRecord record(int number) {
    return record(number, 16);
  }

  static OutgoingRecord record(int number, int valueBytes) {
    byte[] value = new byte[valueBytes];
    ByteBuffer.wrap(value).putInt(number);
    return new OutgoingRecord(TOPIC, "k", value);
  }

  static int of(OutgoingRecord record) {
    return of(record.value());
  }

  static int of(byte[] value) {
    return ByteBuffer.wrap(value).getInt();
  }

  /** All that the spool gives, each confirmed at once. */
  static List<Integer> drain(DiskSpool spool) {
    List<Integer> numbers = new ArrayList<>();
    for (DiskSpool.Spooled next = spool.next(); next != null; next = spool.next()) {
      numbers.add(of(next.record()));
      spool.confirmed(next.position());
    }
    return numbers;
  }

  static DiskSpool.@Nullable Sent sent(DiskSpool.@Nullable Spooled spooled, boolean isConfirmed) {
    return spooled == null
        ? null
        : new DiskSpool.Sent(spooled.record().topic(), spooled.position(), isConfirmed);
  }
}

package io.wattune.archive;

import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A block's packed columns, and their values as they stand in rows. */
final class SignalValues {
  /** No reading, whatever the width of the column. */
  static final long MISSING = Long.MIN_VALUE;

  private SignalValues() {}

  /** The base time that Wattune's own writers use. */
  static long usualBase(long[] times) {
    return times.length == 0 ? 0 : times[0];
  }

  static long[] of(SignalColumn column) {
    if (isWide(column.getUnit())) {
      return PackedColumns.unpackLongs(column.getValues());
    }
    int[] narrow = PackedColumns.unpackInts(column.getValues());
    long[] values = new long[narrow.length];
    for (int i = 0; i < narrow.length; i++) {
      values[i] = narrow[i] == Integer.MIN_VALUE ? MISSING : narrow[i];
    }
    return values;
  }

  static ByteBuffer pack(SignalUnit unit, long[] values, int count) {
    if (isWide(unit)) {
      return PackedColumns.packLongs(Arrays.copyOf(values, count));
    }
    int[] narrow = new int[count];
    for (int i = 0; i < count; i++) {
      narrow[i] = values[i] == MISSING ? Integer.MIN_VALUE : Math.toIntExact(values[i]);
    }
    return PackedColumns.packInts(narrow);
  }

  private static boolean isWide(SignalUnit unit) {
    return unit == SignalUnit.MILLIJOULES || unit == SignalUnit.MICROJOULES;
  }
}

package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where the energy accumulator stands in the binary file {@code gpu_metrics}, by the version in its
 * head: {@code u16 size, u8 format, u8 content}, little-endian. Offsets and sizes follow from the
 * kernel's declarations (kgd_pp_interface.h) under its natural alignment. A table is only read
 * where its size is that of its version: drafts of 1.6 were built with another layout.
 *
 * <p>From 1.9 on a table names its fields: {@code i32 count}, then for each a {@code u64} with unit
 * (bits 24 to 31), type (20 to 23), id (10 to 19) and number of values (0 to 9), and the values,
 * packed.
 *
 * <p>The step is 2^-16 J, 15.2587890625 uJ. Vendor tools round it to 15.3 uJ, 0.27 % too much. The
 * declarations state it from 1.4 on. All ones say that there is no value. Wraps and accumulators
 * that stand still are the energy ledger's to see.
 */
final class EnergyField {
  private static final int HEAD = 4;
  private static final int LISTED = 9;
  private static final int ENERGY_ID = 7;
  private static final long ALL_ONES = -1;
  private static final long ALL_ONES_32 = 0xFFFF_FFFFL;

  /**
   * A version whose layout is known.
   *
   * @param offset of the accumulator; 0 where the table has none
   * @param width of the accumulator in bytes
   */
  private record Layout(int format, int content, int size, int offset, int width) {}

  private static final Layout[] LAYOUTS = {
    new Layout(1, 0, 80, 36, 4),
    new Layout(1, 1, 96, 24, 8),
    new Layout(1, 2, 104, 24, 8),
    new Layout(1, 3, 120, 24, 8),
    new Layout(1, 4, 288, 24, 8),
    new Layout(1, 5, 360, 88, 8),
    new Layout(1, 6, 384, 88, 8),
    new Layout(1, 6, 1_664, 16, 8),
    new Layout(1, 7, 2_208, 24, 8),
    new Layout(1, 8, 3_872, 24, 8),
    new Layout(2, 0, 120, 0, 0),
    new Layout(2, 1, 120, 0, 0),
    new Layout(2, 2, 128, 0, 0),
    new Layout(2, 3, 152, 0, 0),
    new Layout(2, 4, 168, 0, 0),
    new Layout(3, 0, 256, 0, 0),
  };

  private EnergyField() {}

  /** Version of a table for people, for example {@code 1.3}. */
  static String version(byte[] table) throws DeviceException {
    return format(checked(table)) + "." + content(checked(table));
  }

  /** Whether the declarations state the accumulator's step for this version. */
  static boolean isStepStated(byte[] table) throws DeviceException {
    return content(checked(table)) >= 4;
  }

  /** Whether tables of this version have an accumulator at all. */
  static boolean isThere(byte[] table) throws DeviceException {
    ByteBuffer head = checked(table);
    if (isListed(head)) {
      return listed(head) >= 0;
    }
    return layout(head).offset > 0;
  }

  /**
   * What the accumulator has counted, in whole microjoules; empty where it says that it has none.
   *
   * @throws DeviceException where the layout of the version is not known, or it has no accumulator
   */
  static OptionalLong microjoules(byte[] table) throws DeviceException {
    ByteBuffer buffer = checked(table);
    long steps;
    if (isListed(buffer)) {
      int offset = listed(buffer);
      steps = offset < 0 ? ALL_ONES : buffer.getLong(offset);
    } else {
      Layout layout = layout(buffer);
      if (layout.offset == 0) {
        throw new DeviceException(
            "gpu_metrics " + version(table) + " has no energy accumulator; it is of an APU");
      }
      steps =
          layout.width == Integer.BYTES
              ? Integer.toUnsignedLong(buffer.getInt(layout.offset))
              : buffer.getLong(layout.offset);
      steps = layout.width == Integer.BYTES && steps == ALL_ONES_32 ? ALL_ONES : steps;
    }
    return steps == ALL_ONES ? OptionalLong.empty() : OptionalLong.of(ofSteps(steps));
  }

  /**
   * 2^-16 J are 15625 / 1024 uJ: exact, and within a long for 2^63 uJ, which is 290,000 years at 1
   * W.
   */
  static long ofSteps(long steps) {
    long whole = Long.divideUnsigned(steps, 1024);
    return whole * 15_625 + Long.remainderUnsigned(steps, 1024) * 15_625 / 1024;
  }

  private static ByteBuffer checked(byte[] table) throws DeviceException {
    if (table.length < HEAD) {
      throw new DeviceException(
          "gpu_metrics has only " + table.length + " bytes; the driver gives no metrics now");
    }
    ByteBuffer buffer = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
    int size = Short.toUnsignedInt(buffer.getShort(0));
    if (size != table.length) {
      throw new DeviceException(
          "gpu_metrics says that it has " + size + " bytes and has " + table.length);
    }
    return buffer;
  }

  private static int format(ByteBuffer table) {
    return Byte.toUnsignedInt(table.get(2));
  }

  private static int content(ByteBuffer table) {
    return Byte.toUnsignedInt(table.get(3));
  }

  private static boolean isListed(ByteBuffer table) {
    return format(table) == 1 && content(table) == LISTED;
  }

  private static Layout layout(ByteBuffer table) throws DeviceException {
    Optional<Layout> known =
        Arrays.stream(LAYOUTS)
            .filter(each -> each.format == format(table) && each.content == content(table))
            .filter(each -> each.size == table.capacity())
            .findFirst();
    return known.orElseThrow(
        () ->
            new DeviceException(
                ("gpu_metrics %s.%s of %s bytes has a layout that is not known; energy is "
                        + "taken from power alone")
                    .formatted(format(table), content(table), table.capacity())));
  }

  /**
   * Offset of the accumulator's value in a table that names its fields; -1 where it is not in it.
   */
  private static int listed(ByteBuffer table) throws DeviceException {
    int at = 2 * HEAD;
    int count = at <= table.capacity() ? table.getInt(HEAD) : 0;
    for (int i = 0; i < count && at + Long.BYTES <= table.capacity(); i++) {
      long field = table.getLong(at);
      int type = (int) (field >> 20 & 0xF);
      int id = (int) (field >> 10 & 0x3FF);
      int values = (int) (field & 0x3FF);
      at += Long.BYTES;
      int width = 1 << (type >> 1);
      if (id == ENERGY_ID) {
        if (type != 6 || values != 1 || at + Long.BYTES > table.capacity()) {
          break;
        }
        return at;
      }
      at += width * values;
    }
    if (at > table.capacity()) {
      throw new DeviceException("gpu_metrics 1.9 names fields beyond its end");
    }
    return -1;
  }
}

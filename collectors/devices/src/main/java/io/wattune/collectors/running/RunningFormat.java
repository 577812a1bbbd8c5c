package io.wattune.collectors.running;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The bytes of the file in which an agent shows what runs. Little endian.
 *
 * <pre>
 *  0  long   mark
 *  8  int    version of this layout, 1
 * 12  int    length of the body in bytes
 * 16  long   change: another number with each body
 * 24  int    CRC-32C of bytes 0..23 and of the body
 * 28  int    0
 * 32  long   beat: grows while the agent lives; written alone between changes
 * 40  body: for each device of which one kernel is known to run
 *       long   start of the kernel, epoch nanoseconds
 *       short  length of the device id in bytes, then the id in UTF-8
 *       short  length of the name in bytes, then the name in UTF-8
 * </pre>
 *
 * A name of more than {@value #MOST_CHARACTERS} characters is left out, and so is what does not fit
 * into {@value #MOST_BYTES} bytes. Test: {@code RunningReportTest}.
 */
final class RunningFormat {
  static final int MOST_BYTES = 65_536;
  static final int MOST_CHARACTERS = 256;
  static final int HEADER_BYTES = 40;
  static final int BEAT = 32;
  static final int CHANGE = 16;

  private static final long MARK = 0x31_4e_55_52_54_54_41_57L;
  private static final int VERSION = 1;
  private static final int VERSION_AT = 8;
  private static final int LENGTH = 12;
  static final int CHECK = 24;
  private static final int CHECKED = 24;
  private static final int FIXED_BYTES = Long.BYTES + 2 * Short.BYTES;

  private RunningFormat() {}

  /** A buffer as this layout needs it. */
  static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Writes the whole file, ready to be written out.
   *
   * @return how many of the activities are left out
   */
  static int write(ByteBuffer to, List<RunningActivity> running, long change, long beat) {
    to.clear().position(HEADER_BYTES);
    int leftOut = 0;
    for (RunningActivity each : running) {
      byte[] device = each.device().getBytes(StandardCharsets.UTF_8);
      byte[] name = each.name().getBytes(StandardCharsets.UTF_8);
      if (each.name().length() > MOST_CHARACTERS
          || each.device().length() > MOST_CHARACTERS
          || FIXED_BYTES + device.length + name.length > to.remaining()) {
        leftOut++;
        continue;
      }
      to.putLong(each.sinceNanos());
      to.putShort((short) device.length).put(device);
      to.putShort((short) name.length).put(name);
    }
    to.putLong(0, MARK).putInt(VERSION_AT, VERSION).putInt(LENGTH, to.position() - HEADER_BYTES);
    to.putLong(CHANGE, change).putLong(BEAT, beat);
    to.putInt(CHECK, check(to, to.position())).putInt(CHECK + Integer.BYTES, 0);
    to.flip();
    return leftOut;
  }

  /**
   * What runs, by device id.
   *
   * @param from a whole file, from position 0 to its limit
   * @throws RunningRefusedException where it is not such a file
   */
  static Map<String, RunningActivity> read(ByteBuffer from) throws RunningRefusedException {
    int size = from.limit();
    if (size < HEADER_BYTES || from.getLong(0) != MARK) {
      throw new RunningRefusedException(RunningRefusal.GARBLED);
    }
    if (from.getInt(VERSION_AT) != VERSION) {
      throw new RunningRefusedException(RunningRefusal.VERSION);
    }
    int length = from.getInt(LENGTH);
    if (length < 0
        || length > size - HEADER_BYTES
        || from.getInt(CHECK) != check(from, HEADER_BYTES + length)) {
      throw new RunningRefusedException(RunningRefusal.GARBLED);
    }
    from.limit(HEADER_BYTES + length).position(HEADER_BYTES);
    Map<String, RunningActivity> running = new HashMap<>();
    while (from.hasRemaining()) {
      if (from.remaining() < Long.BYTES) {
        throw new RunningRefusedException(RunningRefusal.GARBLED);
      }
      long since = from.getLong();
      String device = text(from);
      String name = text(from);
      if (running.put(device, new RunningActivity(device, name, since)) != null) {
        throw new RunningRefusedException(RunningRefusal.GARBLED);
      }
    }
    return running;
  }

  private static String text(ByteBuffer from) throws RunningRefusedException {
    int length = from.remaining() < Short.BYTES ? -1 : from.getShort();
    if (length <= 0 || length > from.remaining()) {
      throw new RunningRefusedException(RunningRefusal.GARBLED);
    }
    ByteBuffer bytes = from.slice(from.position(), length);
    from.position(from.position() + length);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (text.length() > MOST_CHARACTERS) {
        throw new RunningRefusedException(RunningRefusal.GARBLED);
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new RunningRefusedException(RunningRefusal.GARBLED);
    }
  }

  private static int check(ByteBuffer of, int end) {
    var check = new CRC32C();
    check.update(of.slice(0, CHECKED));
    check.update(of.slice(HEADER_BYTES, end - HEADER_BYTES));
    return (int) check.getValue();
  }
}

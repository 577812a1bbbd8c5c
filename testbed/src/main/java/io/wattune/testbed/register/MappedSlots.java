package io.wattune.testbed.register;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Aligned slots of 8 bytes, little-endian, over memory that processes share. A slot is read and
 * written as a whole; what was written before a slot is seen by who reads the slot's new value.
 *
 * <p>The mapping goes when the object does; Java 17 has no way to end it sooner.
 */
final class MappedSlots {
  private static final VarHandle SLOT =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer bytes;

  MappedSlots(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Maps a whole file to read and write. */
  static MappedSlots map(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new MappedSlots(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
    }
  }

  int size() {
    return bytes.capacity();
  }

  long get(int offset) {
    return (long) SLOT.getAcquire(bytes, offset);
  }

  void set(int offset, long value) {
    SLOT.setRelease(bytes, offset, value);
  }

  void increment(int offset) {
    long unused = (long) SLOT.getAndAdd(bytes, offset, 1L);
  }

  /** Text as its length in one slot and its UTF-8 bytes from the next slot on. */
  void setText(int offset, String text, int mostBytes) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > mostBytes) {
      throw new IllegalArgumentException(
          "'" + text + "' must be at most " + mostBytes + " bytes in UTF-8, was " + utf8.length);
    }
    set(offset, utf8.length);
    for (int i = 0; i < utf8.length; i += Long.BYTES) {
      long word = 0;
      for (int k = 0; k < Long.BYTES && i + k < utf8.length; k++) {
        word |= (utf8[i + k] & 0xffL) << (8 * k);
      }
      set(offset + Long.BYTES + i, word);
    }
  }

  /** Text as {@link #setText} writes it; a length that cannot be is cut. */
  String text(int offset, int mostBytes) {
    int length = (int) Math.max(0, Math.min(get(offset), mostBytes));
    byte[] utf8 = new byte[length];
    for (int i = 0; i < length; i += Long.BYTES) {
      long word = get(offset + Long.BYTES + i);
      for (int k = 0; k < Long.BYTES && i + k < length; k++) {
        utf8[i + k] = (byte) (word >>> (8 * k));
      }
    }
    return new String(utf8, StandardCharsets.UTF_8);
  }
}

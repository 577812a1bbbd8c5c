package io.wattune.collectors.setter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One frame, field by field: whole numbers of 8 bytes, big-endian; choices of 1 byte; counts of 2;
 * texts in UTF-8 behind their length of 2.
 */
final class FrameOutput {
  /** What a frame may have: several times the largest decision that a topic carries. */
  static final int MOST_BYTES = 1 << 20;

  static final int LONGEST_TEXT = 4_096;
  private static final int FIRST_BYTES = 512;

  private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);

  FrameOutput(FrameKind kind) {
    int unused = bytes.putInt(0).position(); // Its length, at the end.
    choice(kind);
  }

  FrameOutput number(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  FrameOutput choice(Enum<?> value) {
    room(1).put((byte) value.ordinal());
    return this;
  }

  FrameOutput flag(boolean value) {
    room(1).put((byte) (value ? 1 : 0));
    return this;
  }

  FrameOutput count(int value) {
    if (value > 0xFFFF) {
      throw new IllegalArgumentException("a list in a frame has at most 65535 elements");
    }
    room(Short.BYTES).putShort((short) value);
    return this;
  }

  /** A text; what is longer than {@link #LONGEST_TEXT} bytes is cut, which names never are. */
  FrameOutput text(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    if (text.length > LONGEST_TEXT) {
      int end = LONGEST_TEXT;
      while ((text[end] & 0xC0) == 0x80) {
        end--; // Not in the middle of a character.
      }
      text = Arrays.copyOf(text, end);
    }
    count(text.length);
    room(text.length).put(text);
    return this;
  }

  FrameOutput maybe(@Nullable String value) {
    flag(value != null);
    return value == null ? this : text(value);
  }

  FrameOutput maybe(OptionalLong value) {
    flag(value.isPresent());
    return value.isPresent() ? number(value.getAsLong()) : this;
  }

  /** The frame, ready to be sent. */
  ByteBuffer done() {
    bytes.putInt(0, bytes.position() - Integer.BYTES);
    return bytes.flip();
  }

  private ByteBuffer room(int needed) {
    if (bytes.remaining() < needed) {
      int size = Math.max(bytes.capacity() * 2, bytes.position() + needed);
      if (size > 2 * MOST_BYTES) {
        throw new IllegalArgumentException("a frame has at most " + MOST_BYTES + " bytes");
      }
      bytes = ByteBuffer.allocate(size).put(bytes.flip());
    }
    return bytes;
  }
}

package io.wattune.collectors.setter;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads a frame, field by field; see {@link FrameOutput}. Nothing is made before it is bounded. */
final class FrameInput {
  private final ByteBuffer bytes;

  /** A frame without its length. */
  FrameInput(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Reads an element of a list. */
  interface Element<T> {
    T read() throws FrameException;
  }

  long number() throws FrameException {
    require(Long.BYTES);
    return bytes.getLong();
  }

  <E> E choice(E[] values) throws FrameException {
    require(1);
    int index = bytes.get() & 0xFF;
    if (index >= values.length) {
      throw new FrameException("a choice of " + values.length + " was " + index);
    }
    return values[index];
  }

  boolean flag() throws FrameException {
    require(1);
    byte flag = bytes.get();
    if (flag != 0 && flag != 1) {
      throw new FrameException("a flag was " + flag);
    }
    return flag == 1;
  }

  <T> List<T> list(int most, Element<T> element) throws FrameException {
    int count = count();
    if (count > most) {
      throw new FrameException("a list has " + count + " elements, at most " + most + " may be");
    }
    List<T> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(element.read());
    }
    return all;
  }

  String text() throws FrameException {
    int length = count();
    if (length > FrameOutput.LONGEST_TEXT) {
      throw new FrameException("a text has " + length + " bytes");
    }
    require(length);
    ByteBuffer text = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) {
      throw new FrameException("a text is not UTF-8");
    }
  }

  @Nullable String maybeText() throws FrameException {
    return flag() ? text() : null;
  }

  OptionalLong maybeNumber() throws FrameException {
    return flag() ? OptionalLong.of(number()) : OptionalLong.empty();
  }

  void end() throws FrameException {
    if (bytes.hasRemaining()) {
      throw new FrameException(bytes.remaining() + " bytes are left behind the last field");
    }
  }

  private int count() throws FrameException {
    require(Short.BYTES);
    return bytes.getShort() & 0xFFFF;
  }

  private void require(int needed) throws FrameException {
    if (bytes.remaining() < needed) {
      throw new FrameException("the frame ends in the middle of a field");
    }
  }
}

package io.wattune.collectors.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bytes in, lines out. A line that is too long is skipped, and reported once. */
final class LineBuffer {
  /** Most bytes of a line, its end included. */
  static final int LONGEST_LINE = 16_384;

  private final ByteBuffer bytes = ByteBuffer.allocate(2 * LONGEST_LINE);
  private int seen;
  private boolean isPassingOver;

  /**
   * A line, or what is wrong with it.
   *
   * @param text the line without its end; null where it is none
   * @param fault what is wrong; null where nothing is
   */
  record Line(@Nullable String text, @Nullable String fault) {}

  /** Reads once; returns what the channel's read did. */
  int fill(ReadableByteChannel channel) throws IOException {
    return channel.read(bytes);
  }

  /** Takes bytes, as many as there is room for. */
  void fill(ByteBuffer source) {
    while (source.hasRemaining() && bytes.hasRemaining()) {
      bytes.put(source.get());
    }
  }

  /** Whether part of a line is left over. */
  boolean hasRest() {
    return bytes.position() > 0 || isPassingOver;
  }

  /** The next line; null where none has come whole. */
  @Nullable Line next() {
    while (true) {
      int end = lineEnd();
      if (end < 0) {
        if (bytes.position() >= LONGEST_LINE) {
          isPassingOver = true;
        }
        if (isPassingOver) {
          bytes.clear();
          seen = 0;
        }
        return null;
      }
      boolean wasTooLong = isPassingOver || end >= LONGEST_LINE;
      isPassingOver = false;
      Line line = wasTooLong ? tooLong() : text(end);
      drop(end + 1);
      if (line.text() == null || !line.text().isBlank()) {
        return line;
      }
    }
  }

  private int lineEnd() {
    for (; seen < bytes.position(); seen++) {
      if (bytes.get(seen) == '\n') {
        return seen;
      }
    }
    return -1;
  }

  private static Line tooLong() {
    return new Line(null, "a line must have at most " + LONGEST_LINE + " bytes, and end there");
  }

  private Line text(int end) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.array(), 0, end))
              .toString();
      return new Line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, null);
    } catch (CharacterCodingException e) {
      return new Line(null, "a line must be text in UTF-8");
    }
  }

  private void drop(int count) {
    bytes.flip();
    bytes.position(count);
    bytes.compact();
    seen = 0;
  }
}

package io.wattune.collectors.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/**
 * Passes what a command writes on, byte by byte and at once, and shows its lines to who counts
 * progress. A line ends with a line feed or a carriage return; of a longer one its beginning is
 * shown.
 */
final class ProgressLines {
  /** Longest part of a line that is shown, in bytes. */
  static final int LONGEST_LINE = 4_096;

  private final InputStream from;
  private final OutputStream to;
  private final ProgressFormat format;
  private final LongSupplier clock;
  private final byte[] line = new byte[LONGEST_LINE];
  private int length;

  /**
   * Prepares.
   *
   * @param format may be shared by several streams
   * @param clock epoch nanoseconds
   */
  ProgressLines(InputStream from, OutputStream to, ProgressFormat format, LongSupplier clock) {
    this.from = from;
    this.to = to;
    this.format = format;
    this.clock = clock;
  }

  /**
   * Passes on until the command's end of the stream. Where the other end cannot be written to any
   * more, this end is closed, so that the command sees what it would have seen without this.
   */
  void pass() {
    byte[] bytes = new byte[65_536];
    try (from) {
      for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
        to.write(bytes, 0, read);
        to.flush();
        show(bytes, read);
      }
      end();
    } catch (IOException e) {
      end();
    }
  }

  private void show(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        end();
      } else if (length < LONGEST_LINE) {
        line[length++] = bytes[i];
      }
    }
    if (length > 0 && format.readsUnfinishedLines()) {
      show();
    }
  }

  private void end() {
    if (length > 0) {
      show();
      length = 0;
    }
  }

  private void show() {
    String text = new String(line, 0, length, StandardCharsets.UTF_8);
    synchronized (format) {
      format.line(text, clock.getAsLong());
    }
  }
}

package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * A file that others write to, and in which an answer may be put in place of what they wrote. It
 * stays the same file, as a writer may have it open. For one thread.
 */
final class SetFile implements AutoCloseable {
  /** What is put into it has always this size, so that a reader never sees a part. */
  private static final int BYTES = 256;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BYTES);

  /** What was read last: it is looked at a thousand times as often as it changes. */
  private byte[] known = {};

  private String text = "";
  private OptionalLong number = OptionalLong.empty();

  SetFile(Path file, String text) throws IOException {
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.truncate(0);
    put(text);
  }

  /** What it has; empty while somebody is about to write. */
  String text() throws IOException {
    buffer.clear();
    int length = Math.max(0, channel.read(buffer, 0));
    if (!Arrays.equals(buffer.array(), 0, length, known, 0, known.length)) {
      known = Arrays.copyOf(buffer.array(), length);
      text = new String(known, StandardCharsets.UTF_8).strip();
      number =
          text.matches("[0-9]{1,18}")
              ? OptionalLong.of(Long.parseLong(text))
              : OptionalLong.empty();
    }
    return text;
  }

  /** The number that it has, where it has one. */
  OptionalLong number() throws IOException {
    text();
    return number;
  }

  /** Puts an answer in place of what is there. */
  void put(String text) throws IOException {
    byte[] bytes = Arrays.copyOf((text + "\n").getBytes(StandardCharsets.UTF_8), BYTES);
    Arrays.fill(bytes, text.length() + 1, BYTES - 1, (byte) ' ');
    bytes[BYTES - 1] = '\n';
    channel.write(ByteBuffer.wrap(bytes), 0);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

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
    int length = channel.read(buffer, 0);
    return length <= 0 ? "" : new String(buffer.array(), 0, length, StandardCharsets.UTF_8).strip();
  }

  /** The number that it has, where it has one. */
  OptionalLong number() throws IOException {
    String text = text();
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
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

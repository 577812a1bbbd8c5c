package io.wattune.collectors.spool;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a segment in memory, so that records are not read from the disk one by one. */
final class ReadWindow {
  private static final int WINDOW_BYTES = 64 * 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final FileChannel channel;
  private ByteBuffer window = NOTHING;
  private long startsAt;

  ReadWindow(FileChannel channel) {
    this.channel = channel;
  }

  /** So many bytes from a position on, ready to be read; throws where there are fewer. */
  ByteBuffer at(long position, int length) throws IOException {
    if (position < startsAt || position + length > startsAt + window.limit()) {
      fill(position, length);
    }
    return window.slice((int) (position - startsAt), length);
  }

  private void fill(long position, int length) throws IOException {
    long rest = Math.min(WINDOW_BYTES, channel.size() - position);
    int capacity = (int) Math.max(length, rest);
    ByteBuffer next = window.capacity() >= capacity ? window : ByteBuffer.allocate(capacity);
    window = NOTHING; // Until it is filled: a disk that fails half-way leaves no half-true window.
    next.clear();
    int read = 0;
    while (read >= 0 && next.hasRemaining()) {
      read = channel.read(next, position + next.position());
    }
    next.flip();
    startsAt = position;
    window = next;
    if (next.limit() < length) {
      throw new EOFException("no whole record at " + position);
    }
  }
}

package io.wattune.collectors.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One program's connection. While its answers are not read its lines are not read either, so that
 * what waits is bounded; one that does not read the energies it has asked for is closed.
 */
final class ProgramConnection implements LineSender {
  /** With so many bytes of answers unread no line is taken. */
  static final int MOST_UNREAD = 65_536;

  /** With so many the connection is closed: answers that were waited for have come, too. */
  static final int MOST_KEPT = 8_000_000;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ActivityService service;
  private final @Nullable String user;
  private final LineBuffer in = new LineBuffer();
  private final Deque<ByteBuffer> out = new ArrayDeque<>();
  private int unread;
  private boolean hasHungUp;
  private boolean isDone;

  ProgramConnection(
      SocketChannel channel, SelectionKey key, ActivityService service, @Nullable String user) {
    this.channel = channel;
    this.key = key;
    this.service = service;
    this.user = user;
  }

  @Override
  public void answer(String json) {
    byte[] bytes = (json + '\n').getBytes(StandardCharsets.UTF_8);
    out.add(ByteBuffer.wrap(bytes));
    unread += bytes.length;
  }

  @Override
  public @Nullable String user() {
    return user;
  }

  @Override
  public boolean stays() {
    return true;
  }

  /** Whether nobody reads its answers. */
  boolean isDeaf() {
    return unread > MOST_KEPT;
  }

  /** Whether there is nothing left to do on it: nothing comes, and all is answered. */
  boolean isOver() {
    return isDone && out.isEmpty() && !service.owes(this);
  }

  /** Reads what has come. */
  void read() throws IOException {
    hasHungUp |= in.fill(channel) < 0;
    lines();
  }

  private void lines() {
    while (unread <= MOST_UNREAD) {
      LineBuffer.Line line = in.next();
      if (line == null) {
        endIfHungUp();
        return;
      }
      if (line.text() != null) {
        service.line(this, line.text());
      } else {
        service.fault(this, String.valueOf(line.fault()));
      }
    }
  }

  /** The program may still read: what it waits for is answered before the connection is closed. */
  private void endIfHungUp() {
    if (!hasHungUp || isDone) {
      return;
    }
    isDone = true;
    if (in.hasRest()) {
      service.fault(this, "the last line has no end, and may be half of one: it was not taken");
    }
    service.hungUp(this);
  }

  /** Writes what it can, and says what the selector is to look for. */
  void write() throws IOException {
    drain();
    if (unread <= MOST_UNREAD) {
      lines(); // Those that had to wait until somebody read.
      drain();
    }
    int wanted = unread <= MOST_UNREAD && !hasHungUp ? SelectionKey.OP_READ : 0;
    if (!out.isEmpty()) {
      wanted |= SelectionKey.OP_WRITE;
    }
    key.interestOps(wanted);
  }

  private void drain() throws IOException {
    for (ByteBuffer next = out.peek(); next != null; next = out.peek()) {
      unread -= channel.write(next);
      if (next.hasRemaining()) {
        return;
      }
      out.remove();
    }
  }

  void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      isDone = true; // It is gone either way.
    }
  }
}

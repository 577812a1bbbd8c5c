package io.wattune.collectors.setter;

import io.wattune.collectors.writer.Writer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The setter's door. One writer at a time: while its connection is open every other one is closed
 * at once, so that thousands cost no more than one. A writer that says what the protocol does not
 * know loses its connection; what it had set before stays until the end of its lease.
 */
final class SetterSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SetterSocket.class);

  /** How often it is said how all stands. */
  private static final long STATUS_NANOS = 1_000_000_000L;

  /** A connection that has not said for whom it speaks until then gives way. */
  private static final long HELLO_NANOS = 5_000_000_000L;

  /** More in a second wait: a writer that floods must not keep the devices' threads from leases. */
  private static final int MOST_IN_A_SECOND = 1_000;

  private static final long SECOND = 1_000_000_000L;

  private final Path path;
  private final Set<String> users;
  private final Writer writer;
  private final AnswerQueue outbox;
  private final ServerSocketChannel server;
  private final AtomicReference<@Nullable SocketChannel> open = new AtomicReference<>();
  private long refused;
  private volatile boolean isClosed;

  private SetterSocket(
      Path path, Set<String> users, Writer writer, AnswerQueue outbox, ServerSocketChannel server) {
    this.path = path;
    this.users = Set.copyOf(users);
    this.writer = writer;
    this.outbox = outbox;
    this.server = server;
  }

  /**
   * Opens the door.
   *
   * @param users names of the users who may come in
   * @param writer does what comes; the caller holds the node's writer lock by it
   */
  static SetterSocket open(Path path, Set<String> users, Writer writer, AnswerQueue outbox)
      throws IOException {
    Files.deleteIfExists(path); // Of an earlier life: the lock says that there is no other.
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw----"));
    var socket = new SetterSocket(path, users, writer, outbox, server);
    Thread unused = thread("wattune-setter", socket::accept);
    return socket;
  }

  private static Thread thread(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    while (!isClosed) {
      try {
        letIn(server.accept());
      } catch (IOException e) {
        if (!isClosed) {
          LOG.error("no writer can connect at {}: {}", path, e.toString());
          LockSupport.parkNanos(SECOND);
        }
      }
    }
  }

  /** One that has gone before it was looked at must not keep others waiting. */
  private void letIn(SocketChannel channel) {
    String why;
    try {
      why = whyNot(channel);
    } catch (IOException e) {
      why = e.toString();
    }
    if (why == null && open.compareAndSet(null, channel)) {
      Thread unused = thread("wattune-setter-in", () -> serve(channel));
    } else {
      close(channel);
      warnRefused(why == null ? "a writer is connected already" : why);
    }
  }

  private @Nullable String whyNot(SocketChannel channel) throws IOException {
    String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    return users.contains(user) ? null : "user " + user + " is none of " + users;
  }

  /** At the first, second, fourth, ...: a flood must not fill the log. */
  private void warnRefused(String why) {
    if (Long.bitCount(++refused) == 1) {
      LOG.warn("node {}: {} connections refused, the newest: {}", writer.node(), refused, why);
    }
  }

  private void serve(SocketChannel channel) {
    var frames = new FrameChannel(channel);
    var talk = new Talk(System.nanoTime());
    Thread answering = thread("wattune-setter-out", () -> answer(channel, frames, talk));
    try {
      hello(frames.read());
      talk.hasBegun = true;
      outbox.read(true);
      LOG.info("node {}: a writer is connected", writer.node());
      while (true) {
        take(frames.read());
        talk.pace();
      }
    } catch (FrameException e) {
      LOG.error(
          "node {}: the writer's connection is closed, it broke the protocol: {}",
          writer.node(),
          e.getMessage());
    } catch (IOException e) {
      LOG.warn(
          "node {}: the writer is gone; leases run out unless it comes back: {}",
          writer.node(),
          e.toString());
    } finally {
      outbox.read(false);
      close(channel);
      ended(answering);
      open.set(null);
    }
  }

  /** It would take an answer for the next connection with it. */
  private static void ended(Thread answering) {
    try {
      answering.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a connection has said so far. */
  private static final class Talk {
    private final long sinceNanos;
    private volatile boolean hasBegun;
    private long secondNanos;
    private int frames;

    Talk(long sinceNanos) {
      this.sinceNanos = sinceNanos;
      this.secondNanos = sinceNanos;
    }

    boolean isLate(long now) {
      return !hasBegun && now - sinceNanos > HELLO_NANOS;
    }

    void pace() {
      long now = System.nanoTime();
      if (now - secondNanos > SECOND) {
        secondNanos = now;
        frames = 0;
      } else if (++frames > MOST_IN_A_SECOND) {
        LockSupport.parkNanos(SECOND - (now - secondNanos));
      }
    }
  }

  private void hello(ByteBuffer frame) throws FrameException {
    var in = new FrameInput(frame);
    if (in.choice(FrameKind.values()) != FrameKind.HELLO) {
      throw new FrameException("the first frame is no hello");
    }
    String node = DecisionFrames.hello(in);
    if (!node.equals(writer.node())) {
      throw new FrameException("it speaks for another node");
    }
  }

  private void take(ByteBuffer frame) throws FrameException {
    var in = new FrameInput(frame);
    FrameKind kind = in.choice(FrameKind.values());
    switch (kind) {
      case CLAIM -> writer.decide(DecisionFrames.claim(writer.node(), in));
      case DECISION -> writer.decide(DecisionFrames.decision(writer.node(), in));
      case HOLDS -> writer.holds(DecisionFrames.holds(in));
      default -> throw new FrameException("a writer does not say " + kind);
    }
  }

  private void answer(SocketChannel channel, FrameChannel frames, Talk talk) {
    long statusNanos = System.nanoTime();
    try {
      while (channel.isOpen()) {
        ByteBuffer next = outbox.next(STATUS_NANOS / 4);
        long now = System.nanoTime();
        if (talk.isLate(now)) {
          LOG.warn("node {}: a connection says nothing and is closed", writer.node());
          close(channel);
        } else if (talk.hasBegun) {
          if (next != null) {
            frames.write(next);
          }
          if (now - statusNanos >= 0) {
            statusNanos = now + STATUS_NANOS;
            frames.write(AnswerFrames.of(writer.status()));
          }
        }
      }
    } catch (IOException e) {
      close(channel); // The reading thread says so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("a connection could not be closed", e);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      server.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.debug("the socket could not be closed", e);
    }
    SocketChannel channel = open.get();
    if (channel != null) {
      close(channel);
    }
  }
}

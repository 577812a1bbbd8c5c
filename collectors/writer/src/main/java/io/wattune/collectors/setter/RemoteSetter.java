package io.wattune.collectors.setter;

import io.wattune.collectors.writer.ActuationSink;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.collectors.writer.Refusals;
import io.wattune.collectors.writer.WriterStatus;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The setter of a node in another process, behind its socket. While it is not there decisions are
 * refused; it is asked again twice a second. Thread-safe.
 */
public final class RemoteSetter implements NodeSetter, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteSetter.class);
  private static final long RETRY_NANOS = 500_000_000L;
  private static final long LOOK_NANOS = 100_000_000L;
  private static final int PLACES = 1_024;
  private static final long CLOSE_MILLIS = 2_000;
  private static final long STOP_NANOS = 8_000_000_000L;
  private static final Hold STOPPED =
      new Hold(
          "writer-stopped",
          HoldScope.ALL,
          "",
          Long.MIN_VALUE,
          Hold.UNTIL_RELEASED,
          "writer",
          "the writer was stopped",
          false);

  private final String node;
  private final Path path;
  private final ActuationSink sink;
  private final BlockingQueue<Outgoing> waiting = new ArrayBlockingQueue<>(PLACES);
  private final Thread thread = new Thread(this::run, "wattune-to-setter");

  /** How the setter stands; null while it has not said so on this connection: it may be none. */
  private volatile @Nullable WriterStatus status;

  private volatile @Nullable Holds holds;
  private volatile boolean isClosed;
  private String lastTrouble = "";

  /** What waits to be sent; a decision is answered where it cannot be. */
  private record Outgoing(ByteBuffer frame, @Nullable Decision decision) {}

  private RemoteSetter(String node, Path path, ActuationSink sink) {
    this.node = node;
    this.path = path;
    this.sink = sink;
    thread.setDaemon(true);
  }

  /**
   * Begins; the setter may come later.
   *
   * @param sink takes what was done
   */
  public static RemoteSetter start(String node, Path socket, ActuationSink sink) {
    var setter = new RemoteSetter(node, socket, sink);
    setter.thread.start();
    return setter;
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public void decide(Decision decision) {
    if (!decision.node().equals(node)) {
      refuse(decision, ActuationReason.OTHER_NODE, "it is for node '" + decision.node() + "'");
    } else if (status == null
        || !waiting.offer(new Outgoing(DecisionFrames.of(decision), decision))) {
      refuseUnsent(decision);
    }
  }

  private void refuseUnsent(Decision decision) {
    refuse(
        decision,
        ActuationReason.DEVICE_ERROR,
        "the setter does not answer at " + path + "; see that it runs, and lets this user in");
  }

  private void refuse(Decision decision, ActuationReason reason, String detail) {
    sink.send(
        Refusals.of(
            node, decision, new Obstacle(reason, detail), NodeClock.SYSTEM.now().wallNanos()));
  }

  @Override
  public void refuse(Obstacle why) {
    sink.send(
        Refusals.of(
            node, new Decision.Claim(node, 0, "", 0), why, NodeClock.SYSTEM.now().wallNanos()));
  }

  @Override
  public void holds(Holds newest) {
    holds = newest; // A new connection begins with them.
    boolean unused = waiting.offer(new Outgoing(DecisionFrames.of(newest), null));
  }

  /** How the setter stood a second ago; where it does not answer nothing may be written. */
  @Override
  public WriterStatus status() {
    WriterStatus now = status;
    return now == null
        ? new WriterStatus(node, false, false, false, false, false, Map.of(), Map.of())
        : now;
  }

  /** Whether the setter has answered on the connection that there is. */
  boolean isThere() {
    return status != null;
  }

  /** The setter stays, and holds everything until there is a writer again. */
  @Override
  public boolean stop() {
    if (status != null) {
      holds(new Holds(List.of(STOPPED)));
    }
    long dueNanos = System.nanoTime() + STOP_NANOS;
    while (isAnyTuned() && System.nanoTime() - dueNanos < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    boolean isRestored = status != null && !isAnyTuned();
    close();
    return isRestored;
  }

  private boolean isAnyTuned() {
    WriterStatus now = status;
    return now != null && now.devices().values().stream().anyMatch(WriterStatus.Device::isTuned);
  }

  private void run() {
    while (!isClosed) {
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        channel.connect(UnixDomainSocketAddress.of(path));
        talk(channel);
      } catch (IOException e) {
        logChange(e.toString());
      } finally {
        status = null;
        refuseWaiting();
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  private void refuseWaiting() {
    for (Outgoing each = waiting.poll(); each != null; each = waiting.poll()) {
      if (each.decision() != null) {
        refuseUnsent(each.decision());
      }
    }
  }

  private void talk(SocketChannel channel) throws IOException {
    var frames = new FrameChannel(channel);
    frames.write(DecisionFrames.hello(node));
    Holds now = holds;
    if (now != null) {
      frames.write(DecisionFrames.of(now));
    }
    var in = new Thread(() -> answers(channel, frames), "wattune-from-setter");
    in.setDaemon(true);
    in.start();
    try {
      while (channel.isOpen() && !isClosed) {
        Outgoing next = waiting.poll(LOOK_NANOS, TimeUnit.NANOSECONDS);
        if (next != null) {
          frames.write(next.frame());
        }
        if (status != null) {
          logChange("");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answers(SocketChannel channel, FrameChannel frames) {
    try {
      while (true) {
        var in = new FrameInput(frames.read());
        FrameKind kind = in.choice(FrameKind.values());
        switch (kind) {
          case ANSWER -> sink.send(AnswerFrames.answer(node, in));
          case STATUS -> status = AnswerFrames.status(node, in);
          default -> throw new FrameException("a setter does not say " + kind);
        }
      }
    } catch (IOException | FrameException e) {
      LOG.debug("the connection to the setter ends", e);
      try {
        channel.close();
      } catch (IOException closing) {
        LOG.debug("it could not be closed", closing);
      }
    }
  }

  /** One line for each change. */
  private void logChange(String trouble) {
    if (!trouble.equals(lastTrouble)) {
      lastTrouble = trouble;
      if (trouble.isEmpty()) {
        LOG.info("node {}: the setter is there", node);
      } else {
        LOG.warn("node {}: the setter is not there, nothing is set: {}", node, trouble);
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

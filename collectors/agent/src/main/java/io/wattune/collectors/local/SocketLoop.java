package io.wattune.collectors.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** All connections of a socket, by one thread. A connection that fails is closed, no other is. */
final class SocketLoop {
  /** Most connections at a time. */
  static final int MOST_CONNECTIONS = 256;

  private static final String FULL =
      "{\"ok\":false,\"error\":\"the agent has "
          + MOST_CONNECTIONS
          + " connections already; close some, or keep one for all activities of a program\"}\n";

  private static final String FULL_OF_YOURS =
      "{\"ok\":false,\"error\":\"this user has "
          + UserQuota.MOST_CONNECTIONS_EACH
          + " connections already; close some, or keep one for all activities of a program\"}\n";

  private final UserQuota quota;
  private final ServerSocketChannel server;
  private final Selector selector;
  private final ActivityService service;
  private final LocalCounts counts;
  private final List<ProgramConnection> connections = new ArrayList<>();

  SocketLoop(
      ServerSocketChannel server, ActivityService service, Selector selector, LocalCounts counts)
      throws IOException {
    this.quota = service.quota();
    this.server = server;
    this.selector = selector;
    this.service = service;
    this.counts = counts;
    server.configureBlocking(false);
    SelectionKey unused = server.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Waits until something comes, or so long, and does what has come. */
  void turn(long waitMillis) throws IOException {
    int unused = selector.select(this::ready, Math.max(1, waitMillis));
  }

  /** Sends the answers that there are, and closes what is over. */
  void flush() {
    for (ProgramConnection connection : List.copyOf(connections)) {
      guarded(connection, ProgramConnection::write);
      if (connection.isOver()) {
        drop(connection);
      } else if (connection.isDeaf()) {
        counts.refusedConnections.inc();
        drop(connection);
      }
    }
  }

  private void ready(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (key.attachment() instanceof ProgramConnection connection) {
      if (key.isReadable()) {
        guarded(connection, ProgramConnection::read);
      }
    } else {
      accept();
    }
  }

  /** What may fail on one connection. */
  private interface Step {
    void of(ProgramConnection connection) throws IOException;
  }

  private void guarded(ProgramConnection connection, Step step) {
    try {
      step.of(connection);
    } catch (IOException e) {
      drop(connection); // The program is gone, which is how most connections end.
    }
  }

  private void drop(ProgramConnection connection) {
    if (connections.remove(connection)) {
      quota.disconnect(connection.user());
      connection.close();
      service.closed(connection);
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      if (connections.size() >= MOST_CONNECTIONS) {
        counts.refusedConnections.inc();
        turnAway(channel, FULL);
        return;
      }
      String user = user(channel);
      if (!quota.connect(user)) {
        counts.refusedConnections.inc();
        turnAway(channel, FULL_OF_YOURS);
        return;
      }
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      var connection = new ProgramConnection(channel, key, service, user);
      Object unused = key.attach(connection);
      connections.add(connection);
    } catch (IOException e) {
      counts.refusedConnections.inc(); // It was gone before it was taken.
    }
  }

  private static void turnAway(SocketChannel channel, String why) throws IOException {
    try (channel) {
      channel.configureBlocking(false);
      int unused = channel.write(ByteBuffer.wrap(why.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static @Nullable String user(SocketChannel channel) {
    try {
      return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    } catch (UnsupportedOperationException | IOException e) {
      return null; // Not every system reports it.
    }
  }

  void close() {
    flush();
    List.copyOf(connections).forEach(this::drop);
  }
}

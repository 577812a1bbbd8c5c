package io.wattune.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The places of a server's connections. There are few, and a connection keeps its place only while
 * its request is answered: where all are taken, the one gives way that has been waiting for a whole
 * request the longest, and after a while each does. So connections that send nothing, or a byte at
 * a time, cost a bounded memory and keep nobody out. Thread safe.
 */
final class ConnectionPlaces implements Connection.Listener {
  static final int MOST = 256;

  /** From its begin, or the end of the answer before, until a whole request is there. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final LongSupplier clock;

  /** Since when each has been waiting for a request, the longest first. */
  private final Map<Connection, Long> waiting = new LinkedHashMap<>();

  /** How many have a request that is being answered. */
  private int answered;

  ConnectionPlaces(LongSupplier monotonicNanos) {
    this.clock = monotonicNanos;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return; // The one inside has the place, from the begin of the handshake on.
    }
    Connection leaving = null;
    synchronized (this) {
      waiting.put(connection, clock.getAsLong());
      if (waiting.size() + answered > MOST) {
        leaving = waiting.keySet().iterator().next();
        waiting.remove(leaving);
      }
    }
    if (leaving != null) {
      leaving.getEndPoint().close();
    }
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    waiting.remove(connection);
  }

  /** Where requests come by whose bodies are whole. */
  Handler.Wrapper handler() {
    return new Handler.Wrapper() {
      @Override
      public boolean handle(Request request, Response response, Callback callback)
          throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        if (begin(connection)) {
          Request.addCompletionListener(request, failure -> end(connection));
        }
        return super.handle(request, response, callback);
      }
    };
  }

  private synchronized boolean begin(Connection connection) {
    boolean isWaiting = waiting.remove(connection) != null;
    answered += isWaiting ? 1 : 0;
    return isWaiting;
  }

  private synchronized void end(Connection connection) {
    answered--;
    if (connection.getEndPoint().isOpen()) {
      waiting.put(connection, clock.getAsLong());
    }
  }

  /** How many are open, as far as is known. */
  synchronized int open() {
    return waiting.size() + answered;
  }

  /** Closes those that have been waiting too long. */
  void sweep() {
    List<Connection> leaving = new ArrayList<>();
    synchronized (this) {
      long oldest = clock.getAsLong() - LONGEST_WAIT.toNanos();
      var all = waiting.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<Connection, Long> each = all.next();
        if (each.getValue() - oldest >= 0) {
          break;
        }
        leaving.add(each.getKey());
        all.remove();
      }
    }
    leaving.forEach(connection -> connection.getEndPoint().close());
  }
}

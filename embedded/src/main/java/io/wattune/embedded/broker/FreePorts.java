package io.wattune.embedded.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Asks the system for loopback ports that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /** Returns two different ports; another process may still take one before it is used. */
  public static int[] two() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket first = new ServerSocket(0, 1, loopback);
        ServerSocket second = new ServerSocket(0, 1, loopback)) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    }
  }

  /** Whether one could listen on the loopback port now. */
  public static boolean isFree(int port) {
    return isFree(port, InetAddress.getLoopbackAddress());
  }

  /**
   * Makes sure that a server can listen somewhere.
   *
   * @param host a name or address of this machine
   * @param port 0 for any, which needs the address only
   * @param server who wants to, for the message
   * @throws IllegalStateException with what to do, where it cannot
   */
  public static void require(String host, int port, String server) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(
          "this machine does not know the name " + host + "; give " + server + " an address", e);
    }
    try (ServerSocket socket = new ServerSocket(port, 1, address)) {
      assert socket.isBound();
    } catch (BindException e) {
      throw new IllegalStateException(
          isFree(0, address)
              ? "port %s is taken; stop what listens there, or give %s another port"
                  .formatted(port, server)
              : host + " is no address of this machine; " + server + " cannot listen there",
          e);
    } catch (IOException e) {
      throw new IllegalStateException(
          server + " cannot listen on " + host + ", port " + port + " (" + e + ")", e);
    }
  }

  private static boolean isFree(int port, InetAddress address) {
    try (ServerSocket socket = new ServerSocket(port, 1, address)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}

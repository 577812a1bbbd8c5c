package io.wattune.launcher.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Asks the system for loopback ports that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /** Returns two different ports; another process may still take one before it is used. */
  static int[] two() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket first = new ServerSocket(0, 1, loopback);
        ServerSocket second = new ServerSocket(0, 1, loopback)) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    }
  }

  /** Whether one could listen on the loopback port now. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}

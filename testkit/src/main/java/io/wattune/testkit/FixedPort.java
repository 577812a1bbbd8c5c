package io.wattune.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a server that is stopped and started again, or that is started by another process.
 * Ports that the kernel hands out by itself will not do: between the two any outgoing connection
 * may be given it, one to that very port included, which is then connected to itself.
 */
public final class FixedPort {
  private static final Path HANDED_OUT = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int LOWEST = 20_000;
  private static final int USUAL_LOWEST_HANDED_OUT = 32_768;
  private static final int TRIES = 100;

  private FixedPort() {}

  /**
   * A port of the loopback interface on which nobody listens, and which the kernel leaves alone.
   */
  public static int find() throws IOException {
    int handedOut = lowestHandedOut();
    int end = handedOut > LOWEST ? handedOut : USUAL_LOWEST_HANDED_OUT;
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
      try (var unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException e) {
        // Somebody listens there.
      }
    }
    throw new IOException("no port of " + LOWEST + " to " + (end - 1) + " is free");
  }

  private static int lowestHandedOut() throws IOException {
    return Files.isReadable(HANDED_OUT)
        ? Integer.parseInt(Files.readString(HANDED_OUT).strip().split("\\s+", 2)[0])
        : USUAL_LOWEST_HANDED_OUT;
  }
}

package io.wattune.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a part's server listens.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 0..65535; 0 is any free one
 */
public record ListenAddress(String host, int port) {

  /** Four numbers: a name such as 127.example.org is somebody else's. */
  private static final Pattern IPV4 = Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

  public ListenAddress {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host must not be blank, was '" + host + "'");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port must be in 0..65535, was " + port);
    }
    host = host.toLowerCase(Locale.ROOT);
  }

  /** The machine's own address. */
  public static ListenAddress loopback(int port) {
    return new ListenAddress("127.0.0.1", port);
  }

  /** Reads {@code HOST:PORT}; an IPv6 address stands in brackets. */
  public static ListenAddress parse(String hostPort) {
    int colon = hostPort.lastIndexOf(':');
    String host = colon < 1 ? "" : hostPort.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.contains(":")) {
      host = "";
    }
    try {
      return new ListenAddress(host, Integer.parseInt(hostPort.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + hostPort + "' is not HOST:PORT, such as 127.0.0.1:9101, [::1]:9101 or 0.0.0.0:9101",
          e);
    }
  }

  /** Whether only this machine reaches the address, as far as its text says. */
  public boolean isLoopback() {
    return isLoopback(host);
  }

  /** Whether it is a name or an address by which a machine reaches itself. */
  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("::1") || IPV4.matcher(host).matches();
  }

  /** {@code HOST:PORT}, as {@link #parse} reads it. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}

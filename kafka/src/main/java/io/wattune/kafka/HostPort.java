package io.wattune.kafka;

import java.net.URI;

/**
 * A network address.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 1..65535
 */
public record HostPort(String host, int port) {

  public HostPort {
    if (host.isBlank() || port < 1 || port > 65535) {
      throw new IllegalArgumentException("needs a host and a port in 1..65535");
    }
  }

  /** Reads {@code host:port}, with or without {@code http://} before. */
  public static HostPort parse(String text) {
    String address = text.startsWith("http://") ? text.substring("http://".length()) : text;
    if (address.endsWith("/")) {
      address = address.substring(0, address.length() - 1);
    }
    int colon = address.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
    }
    String host = address.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      return new HostPort(host, Integer.parseInt(address.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT", e);
    }
  }

  /** The address over HTTP. */
  public URI uri() {
    return URI.create("http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
  }

  /** Whether the address is this machine's own, as far as its text says. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
  }
}

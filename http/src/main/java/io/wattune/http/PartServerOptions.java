package io.wattune.http;

/**
 * A part's server.
 *
 * @param part the part's name, such as {@code agent}
 * @param version Wattune's version
 */
public record PartServerOptions(String part, String version, ListenAddress address, Access access) {

  public PartServerOptions {
    if (part.isBlank()) {
      throw new IllegalArgumentException("part must not be blank");
    }
    if (access.isOpen() && !address.isLoopback()) {
      throw new IllegalArgumentException(
          address
              + " can be reached by other machines, so a token is needed: give --token-file FILE,"
              + " or listen on 127.0.0.1");
    }
  }
}

package io.wattune.http;

import io.wattune.http.tls.TlsFiles;
import org.jspecify.annotations.Nullable;

/**
 * A part's server.
 *
 * @param part the part's name, such as {@code agent}
 * @param version Wattune's version
 * @param tls by which files it speaks TLS; null for plain HTTP
 */
public record PartServerOptions(
    String part, String version, ListenAddress address, Access access, @Nullable TlsFiles tls) {

  /** A server that speaks plain HTTP. */
  public PartServerOptions(String part, String version, ListenAddress address, Access access) {
    this(part, version, address, access, null);
  }

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

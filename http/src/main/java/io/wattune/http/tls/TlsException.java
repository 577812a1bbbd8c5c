package io.wattune.http.tls;

import java.io.IOException;

/** Files of TLS that cannot be used; the message names the file and says what to do. */
public final class TlsException extends IOException {
  private static final long serialVersionUID = 1L;

  TlsException(String message) {
    super(message);
  }
}

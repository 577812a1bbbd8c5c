package io.wattune.http.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By which files a part speaks TLS.
 *
 * @param certificate PEM: its certificate, then those between it and the authority
 * @param key PEM: the certificate's private key, not encrypted
 * @param clientAuthorities PEM: who asks must have a certificate of one of these; null where
 *     everybody may ask
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientAuthorities) {

  /**
   * The certificate, then those behind it.
   *
   * @throws TlsException where a server could not use the files at this time; the message says why
   */
  public List<X509Certificate> chain(Instant now) throws TlsException {
    return KeyMaterial.own(this, KeyMaterial.texts(this), now).chain();
  }

  /**
   * All certificates of a file in PEM.
   *
   * @throws TlsException where it has none, cannot be read, or others may change it
   */
  public static List<X509Certificate> certificates(Path file) throws TlsException {
    return KeyMaterial.certificates(file, KeyMaterial.open(file, "authorities' certificates"));
  }
}

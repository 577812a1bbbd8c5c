package io.wattune.http.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * By which files a part speaks TLS.
 *
 * @param certificate PEM: its certificate, then those between it and the authority
 * @param key PEM: the certificate's private key, not encrypted
 * @param clientAuthorities PEM: who asks must have a certificate of one of these; null where
 *     everybody may ask
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientAuthorities) {}

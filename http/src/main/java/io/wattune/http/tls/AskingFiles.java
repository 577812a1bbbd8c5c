package io.wattune.http.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * By which files a part asks others by TLS.
 *
 * @param authorities PEM: who may have signed the others' certificates; null for those that Java
 *     knows
 * @param own what it shows to others that want a certificate; null for nothing
 */
public record AskingFiles(@Nullable Path authorities, @Nullable TlsFiles own) {
  /** Whom Java trusts, and no certificate of its own. */
  public static final AskingFiles NONE = new AskingFiles(null, null);
}

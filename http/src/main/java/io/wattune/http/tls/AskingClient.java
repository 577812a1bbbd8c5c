package io.wattune.http.tls;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Java's HTTP client with a part's files of TLS. When they have changed there is another client;
 * where the new ones cannot be used, the one before stays. Thread safe.
 */
public final class AskingClient implements Supplier<HttpClient> {
  private static final Logger LOG = LoggerFactory.getLogger(AskingClient.class);
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final AskingFiles files;
  private final Supplier<HttpClient.Builder> builders;
  private HttpClient client;
  private Found found;
  private long lookedNanos;

  private AskingClient(AskingFiles files, Supplier<HttpClient.Builder> builders)
      throws TlsException {
    this.files = files;
    this.builders = builders;
    found = found();
    client = client(found);
    lookedNanos = System.nanoTime();
  }

  /** What the files hold; null for what is not asked for. */
  private record Found(@Nullable String authorities, KeyMaterial.@Nullable Texts own) {}

  /**
   * Reads the files.
   *
   * @param builders of a client with all that has nothing to do with TLS
   * @throws TlsException where they cannot be used; the message says why
   */
  public static AskingClient of(AskingFiles files, Supplier<HttpClient.Builder> builders)
      throws TlsException {
    return new AskingClient(files, builders);
  }

  @Override
  public synchronized HttpClient get() {
    long now = System.nanoTime();
    if (now - lookedNanos >= LOOK.toNanos()) {
      lookedNanos = now;
      look();
    }
    return client;
  }

  private void look() {
    try {
      Found now = found();
      if (!now.equals(found)) {
        client = client(now);
        found = now;
      }
    } catch (TlsException e) {
      LOG.warn("other parts are asked with the certificates from before: {}", e.getMessage());
    }
  }

  private Found found() throws TlsException {
    Path authorities = files.authorities();
    TlsFiles own = files.own();
    return new Found(
        authorities == null ? null : KeyMaterial.open(authorities, "authorities' certificates"),
        own == null ? null : KeyMaterial.texts(own));
  }

  private HttpClient client(Found now) throws TlsException {
    Path file = files.authorities();
    String text = now.authorities();
    TlsFiles ownFiles = files.own();
    KeyMaterial.Texts ownTexts = now.own();
    List<X509Certificate> authorities =
        file == null || text == null ? null : KeyMaterial.certificates(file, text);
    KeyMaterial.Own own =
        ownFiles == null || ownTexts == null
            ? null
            : KeyMaterial.own(ownFiles, ownTexts, Instant.now());
    SSLContext context = KeyMaterial.context(own, authorities);
    return builders.get().sslContext(context).build();
  }
}

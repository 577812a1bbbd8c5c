package io.wattune.http.tls;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that a server shows. It follows its files: a new certificate counts for
 * connections that begin from then on, those that are open go on with theirs. Where the files hold
 * nothing that can be used, the one in force stays, and a log line, a metric and {@link #trouble}
 * say so. Thread safe.
 */
public final class ServerCertificate implements MetricSource {
  /** What the server of any part says of its certificate. */
  public static final MetricTable<ServerCertificate> METRICS =
      MetricTable.<ServerCertificate>of("http")
          .gauge(
              "certificate_not_after",
              "seconds",
              "When the certificate in force ends, in seconds since 1970; only with --tls-certificate.",
              certificate -> certificate.notAfter().getEpochSecond())
          .flag(
              "certificate_refused",
              "1 while the files hold a certificate or key that cannot be used, so that the one before"
                  + " stays in force.",
              certificate -> certificate.refused != null);

  /** How often {@link #look} should be called. */
  public static final Duration PERIOD = Duration.ofSeconds(2);

  /** Within which an end is a trouble: who renews by a program does so weeks before. */
  private static final Duration SOON = Duration.ofDays(7);

  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);

  private final TlsFiles files;
  private final InstantSource clock;
  private final SslContextFactory.Server jetty = new SslContextFactory.Server();
  private volatile KeyMaterial.Own own;
  private volatile @Nullable String refused;

  /** What the files held at the last look. */
  private Found last;

  /** What was taken or refused. */
  private Found decided;

  private ServerCertificate(TlsFiles files, InstantSource clock) throws TlsException {
    this.files = files;
    this.clock = clock;
    KeyMaterial.Texts texts = KeyMaterial.texts(files);
    own = KeyMaterial.own(files, texts, clock.instant());
    decided = new Found(texts, null);
    last = decided;
    jetty.setRenegotiationAllowed(false);
    jetty.setNeedClientAuth(files.clientAuthorities() != null);
    jetty.setSslContext(KeyMaterial.context(own, authorities(texts)));
  }

  /** The texts of the files, or why there are none. */
  private record Found(KeyMaterial.@Nullable Texts texts, @Nullable String failure) {}

  /**
   * Reads the files.
   *
   * @throws TlsException where they cannot be used; the message says why
   */
  public static ServerCertificate of(TlsFiles files, InstantSource clock) throws TlsException {
    return new ServerCertificate(files, clock);
  }

  /** For the server's connector. */
  public SslContextFactory.Server jetty() {
    return jetty;
  }

  /**
   * Takes up what is new in the files. That is so only when two looks one after the other find the
   * same: certificate and key are exchanged one after the other.
   */
  public synchronized void look() {
    Found found = found();
    if (found.equals(last) && !found.equals(decided)) {
      decided = found;
      decide(found);
    }
    last = found;
  }

  private Found found() {
    try {
      return new Found(KeyMaterial.texts(files), null);
    } catch (TlsException e) {
      return new Found(null, e.getMessage());
    }
  }

  private void decide(Found found) {
    try {
      KeyMaterial.Texts texts = found.texts();
      if (texts == null) {
        throw new TlsException(String.valueOf(found.failure()));
      }
      KeyMaterial.Own taken = KeyMaterial.own(files, texts, clock.instant());
      var context = KeyMaterial.context(taken, authorities(texts));
      jetty.reload(factory -> factory.setSslContext(context));
      own = taken;
      refused = null;
      LOG.info("the certificate of {} is in force: {}", files.certificate(), taken.words());
    } catch (Exception e) { // Jetty's reload throws that.
      refused = String.valueOf(e.getMessage());
      LOG.error(
          "the new certificate is not taken: {}; the one before stays in force: {}",
          refused,
          own.words());
    }
  }

  private @Nullable List<X509Certificate> authorities(KeyMaterial.Texts texts) throws TlsException {
    String text = texts.authorities();
    Path file = files.clientAuthorities();
    return text == null ? null : KeyMaterial.certificates(Objects.requireNonNull(file), text);
  }

  /** What an operator must know; empty where all is well. */
  public Optional<String> trouble() {
    String reason = refused;
    if (reason != null) {
      return Optional.of("the new certificate is not taken: " + reason);
    }
    Instant end = notAfter();
    Instant now = clock.instant();
    return end.isBefore(now.plus(SOON))
        ? Optional.of(
            "the certificate %s%s; renew %s"
                .formatted(
                    end.isBefore(now) ? "expired at " : "expires at ", end, files.certificate()))
        : Optional.empty();
  }

  private Instant notAfter() {
    return own.certificate().getNotAfter().toInstant();
  }

  @Override
  public void read(MetricValues values) {
    METRICS.read(values, this);
  }
}

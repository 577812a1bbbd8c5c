package io.wattune.schemas.certificate;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * What is wrong with a certificate, found in a failed handshake.
 *
 * @param kind what
 * @param detail Java's own words, or the other side's
 */
public record CertificateFault(Kind kind, String detail) {
  private static final int MOST_CAUSES = 20;
  private static final String ALERT = "Received fatal alert: ";

  /** Whose certificate is at fault, and how. */
  public enum Kind {
    /** The other side's is over. */
    EXPIRED,
    /** The other side's begins later. */
    EARLY,
    /** No authority that is believed here has signed the other side's. */
    UNTRUSTED,
    /** The other side's is for another name than the one by which it is reached. */
    OTHER_NAME,
    /** The other side says that ours is over. */
    OWN_EXPIRED,
    /** The other side does not believe ours, or wants one where there is none. */
    OWN_REFUSED,
    /** TLS fails, and does not say that a certificate is to blame. */
    UNKNOWN
  }

  /** What a failure says of certificates; empty where it is none of TLS. */
  public static Optional<CertificateFault> of(Throwable failure) {
    List<Throwable> causes =
        Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
            .limit(MOST_CAUSES)
            .toList();
    // The reason is the deepest: "path validation failed" stands above all of them.
    Optional<CertificateFault> date =
        causes.stream().flatMap(each -> date(each).stream()).findFirst();
    return date.or(() -> causes.stream().flatMap(each -> trust(each).stream()).findFirst())
        .or(() -> causes.stream().flatMap(each -> name(each).stream()).findFirst())
        .or(() -> causes.stream().flatMap(each -> tls(each).stream()).findFirst());
  }

  private static Optional<CertificateFault> date(Throwable cause) {
    if (cause instanceof CertificateExpiredException) {
      return found(Kind.EXPIRED, cause);
    }
    return cause instanceof CertificateNotYetValidException
        ? found(Kind.EARLY, cause)
        : Optional.empty();
  }

  private static Optional<CertificateFault> trust(Throwable cause) {
    return cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException
        ? found(Kind.UNTRUSTED, cause)
        : Optional.empty();
  }

  /** Java has no class of its own for it; it is what is left of the checks of a certificate. */
  private static Optional<CertificateFault> name(Throwable cause) {
    return cause instanceof CertificateException && words(cause).startsWith("No ")
        ? found(Kind.OTHER_NAME, cause)
        : Optional.empty();
  }

  private static Optional<CertificateFault> tls(Throwable cause) {
    if (!(cause instanceof SSLException)) {
      return Optional.empty();
    }
    String words = words(cause);
    int at = words.indexOf(ALERT);
    if (at < 0) {
      return found(Kind.UNKNOWN, cause);
    }
    String alert = words.substring(at + ALERT.length());
    return Optional.of(
        new CertificateFault(
            switch (alert) {
              case "certificate_expired" -> Kind.OWN_EXPIRED;
              case "unknown_ca",
                  "certificate_unknown",
                  "bad_certificate",
                  "certificate_required",
                  "certificate_revoked",
                  "unsupported_certificate" ->
                  Kind.OWN_REFUSED;
              default -> Kind.UNKNOWN;
            },
            alert));
  }

  private static Optional<CertificateFault> found(Kind kind, Throwable cause) {
    return Optional.of(new CertificateFault(kind, words(cause)));
  }

  private static String words(Throwable cause) {
    return String.valueOf(cause.getMessage());
  }

  /**
   * What is wrong with the other side's certificate, to stand behind its name: {@code has expired
   * (NotAfter: ...)}; empty where it is not the other side's.
   */
  public Optional<String> words() {
    return Optional.ofNullable(
        switch (kind) {
          case EXPIRED -> "has expired (" + detail + ")";
          case EARLY -> "is not valid yet (" + detail + "; check this machine's clock)";
          case UNTRUSTED -> "is not trusted";
          case OTHER_NAME ->
              "is for another name than the one by which it is reached (" + detail + ")";
          case OWN_EXPIRED, OWN_REFUSED, UNKNOWN -> null;
        });
  }
}

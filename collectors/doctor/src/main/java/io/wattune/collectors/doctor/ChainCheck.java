package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Looks at a certificate and those between it and its authority: the times, and that each has
 * signed the one before.
 *
 * @param what whose it is, such as {@code the certificate of tls.crt}
 * @param remedy what to do where it must be made anew
 * @param now the time
 */
record ChainCheck(String what, String remedy, Instant now) {
  /** Within which an end is worth a word: who renews by a program does so weeks before. */
  private static final Duration SOON = Duration.ofDays(14);

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  /**
   * What there is to say of a chain.
   *
   * @param chain the certificate first
   */
  List<Finding> findings(List<X509Certificate> chain) {
    List<Finding> findings = new ArrayList<>();
    chain.forEach(each -> time(each).ifPresent(findings::add));
    for (int i = 1; i < chain.size(); i++) {
      if (!isSignedBy(chain.get(i - 1), chain.get(i))) {
        findings.add(
            Finding.broken(
                ("%s is not followed by those between it and its authority, in this "
                        + "order: %s has not signed %s")
                    .formatted(what, subject(chain.get(i)), subject(chain.get(i - 1))),
                "put the certificate first, then the one that signed it, and so on"));
        break;
      }
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok(words(chain.get(0))));
    }
    return findings;
  }

  /** The times of certificates that stand side by side, such as those of authorities. */
  List<Finding> each(Collection<X509Certificate> certificates) {
    return certificates.stream().flatMap(each -> time(each).stream()).toList();
  }

  /** Empty where the time is right. */
  private Optional<Finding> time(X509Certificate certificate) {
    Instant end = certificate.getNotAfter().toInstant();
    Instant begin = certificate.getNotBefore().toInstant();
    String whose = what + " (" + subject(certificate) + ")";
    if (end.isBefore(now)) {
      return Optional.of(Finding.broken(whose + " expired at " + end, remedy));
    }
    if (begin.isAfter(now)) {
      return Optional.of(
          Finding.broken(whose + " is valid from " + begin + " on", "check this machine's clock"));
    }
    long days = Duration.between(now, end).toDays();
    return end.isBefore(now.plus(SOON))
        ? Optional.of(
            Finding.note(whose + " expires at " + end + ", in " + days + " days; " + remedy))
        : Optional.empty();
  }

  private static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private String words(X509Certificate certificate) {
    List<String> names = names(certificate);
    return "%s is %s".formatted(what, subject(certificate))
        + (names.isEmpty() ? "" : ", for " + String.join(", ", names))
        + ", until "
        + certificate.getNotAfter().toInstant()
        + ", signed by "
        + certificate.getIssuerX500Principal();
  }

  /** The hosts and addresses that a certificate is for. */
  static List<String> names(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      for (List<?> each : all == null ? List.<List<?>>of() : all) {
        if (each.get(0).equals(DNS_NAME) || each.get(0).equals(IP_ADDRESS)) {
          names.add(String.valueOf(each.get(1)));
        }
      }
    } catch (CertificateParsingException e) {
      return List.of(); // Whoever checks a name says so.
    }
    return names;
  }

  private static String subject(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().toString();
  }
}

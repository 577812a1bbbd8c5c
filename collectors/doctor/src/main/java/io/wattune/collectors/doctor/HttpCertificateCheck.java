package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import io.wattune.http.tls.TlsException;
import io.wattune.http.tls.TlsFiles;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at the certificates by which parts speak HTTP, as a part would that starts now. */
public record HttpCertificateCheck(Instant now) {

  /**
   * What there is to say.
   *
   * @param own what the parts of this machine show; null for plain HTTP
   * @param asked authorities of the parts that are asked; null for those that Java knows
   */
  public List<Finding> findings(@Nullable TlsFiles own, @Nullable Path asked) {
    List<Finding> findings = new ArrayList<>();
    if (own != null) {
      findings.addAll(own(own));
      Path clients = own.clientAuthorities();
      if (clients != null) {
        findings.addAll(authorities(clients, "who asks the parts"));
      }
    }
    if (asked != null) {
      findings.addAll(authorities(asked, "the parts that are asked"));
    }
    return findings;
  }

  private List<Finding> own(TlsFiles files) {
    try {
      List<X509Certificate> chain = files.chain(now);
      List<Finding> findings =
          new ArrayList<>(
              new ChainCheck(
                      "the parts' certificate in " + files.certificate(),
                      "renew it, with its key in " + files.key(),
                      now)
                  .findings(chain));
      name(files, chain.get(0)).ifPresent(findings::add);
      return findings;
    } catch (TlsException e) {
      return List.of(
          Finding.broken(
              String.valueOf(e.getMessage()), "correct --tls-certificate and --tls-key"));
    }
  }

  /** Whoever asks by a name that is not in the certificate does not believe it. */
  private static Optional<Finding> name(TlsFiles files, X509Certificate certificate) {
    List<String> names = ChainCheck.names(certificate);
    if (names.isEmpty()) {
      return Optional.of(
          Finding.broken(
              files.certificate()
                  + " is for no host: it has no subject alternative name, without which nobody"
                  + " believes it",
              "have a certificate made with the names of this machine"));
    }
    String host = host();
    return host == null || names.stream().anyMatch(each -> isFor(each, host))
        ? Optional.empty()
        : Optional.of(
            Finding.note(
                ("%s is not for %s, as this machine calls itself: who asks its parts by "
                        + "that name does not believe them")
                    .formatted(files.certificate(), host)));
  }

  private static @Nullable String host() {
    try {
      return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** {@code *.site} is for every host right below. */
  public static boolean isFor(String name, String host) {
    String lower = name.toLowerCase(Locale.ROOT);
    int dot = host.indexOf('.');
    return lower.equals(host)
        || (lower.startsWith("*.") && dot > 0 && lower.substring(1).equals(host.substring(dot)));
  }

  private List<Finding> authorities(Path file, String whose) {
    try {
      List<X509Certificate> all = TlsFiles.certificates(file);
      List<Finding> findings =
          new ArrayList<>(
              new ChainCheck("an authority in " + file, "put its new certificate there", now)
                  .each(all));
      findings.add(
          Finding.ok(file + " has " + all.size() + " authorities, which sign for " + whose));
      return findings;
    } catch (TlsException e) {
      return List.of(
          Finding.broken(
              String.valueOf(e.getMessage()),
              "put the authority's certificate there in PEM, closed to others' writing"));
    }
  }
}

package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.schemas.certificate.CertificateFault;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the certificates of a connection to Kafka: those that the client's properties name, read
 * by Kafka's own classes, and those that the brokers show.
 */
public final class KafkaCertificateCheck {
  private final KafkaAccess access;
  private final Instant now;
  private final List<Finding> findings = new ArrayList<>();

  private KafkaCertificateCheck(KafkaAccess access, Instant now) {
    this.access = access;
    this.now = now;
  }

  /** What there is to say; nothing where the connection is in the clear. */
  public static List<Finding> findings(KafkaAccess access, Instant now) {
    var check = new KafkaCertificateCheck(access, now);
    if (access
        .security()
        .getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "")
        .contains("SSL")) {
      check.look();
    }
    return check.findings;
  }

  private void look() {
    try (var stores = new DefaultSslEngineFactory()) {
      // Kafka's clients read the properties so, references to secrets resolved.
      var config = new AdminClientConfig(access.settings(Map.of()));
      stores.configure(config.values());
      own(stores.keystore());
      authorities(stores.truststore());
      if (!isBroken()) {
        brokers(stores, config.getString(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG));
      }
    } catch (KafkaException e) {
      findings.add(
          Finding.broken(
              "Kafka's client cannot use its files: " + root(e),
              "correct ssl.* of Kafka's client properties"));
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a store that was loaded can be read", e);
    }
  }

  private boolean isBroken() {
    return findings.stream().anyMatch(each -> each.level() == Finding.Level.BROKEN);
  }

  /** Kafka's own words stand around the reason: "failed to load SSL keystore". */
  private static String root(Throwable failure) {
    Optional<String> known = KafkaTrouble.ofAccess(failure);
    if (known.isPresent()) {
      return known.get();
    }
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return failure.getMessage() + (deepest == failure ? "" : " (" + deepest.getMessage() + ")");
  }

  private void own(@Nullable KeyStore store) throws KeyStoreException {
    if (store == null) {
      return; // The login is by password.
    }
    String place = place(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);
    boolean hasKey = false;
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        hasKey = true;
        findings.addAll(
            new ChainCheck("this part's certificate in " + place, "renew it, in " + place, now)
                .findings(x509(store.getCertificateChain(alias))));
      }
    }
    if (!hasKey) {
      findings.add(
          Finding.broken(
              place + " has no key with a certificate",
              "put the part's key and certificate there, or take ssl.keystore.location out"));
    }
  }

  private void authorities(@Nullable KeyStore store) throws KeyStoreException {
    if (store == null) {
      findings.add(
          Finding.note(
              "no ssl.truststore.location: brokers are believed whose authority Java knows"));
      return;
    }
    String place = place(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG);
    List<X509Certificate> all = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      all.addAll(x509(store.getCertificate(alias)));
    }
    findings.addAll(
        new ChainCheck("an authority in " + place, "put its new certificate there", now).each(all));
    findings.add(
        all.isEmpty()
            ? Finding.broken(
                place + " has no certificate of an authority, so that no broker is believed",
                "put the certificate there of the authority that signs those of the brokers")
            : Finding.ok("brokers are believed by " + all.size() + " authorities in " + place));
  }

  private String place(String property) {
    return access.security().getOrDefault(property, "ssl.*");
  }

  private static List<X509Certificate> x509(Certificate @Nullable ... certificates) {
    return certificates == null
        ? List.of()
        : Arrays.stream(certificates)
            .filter(X509Certificate.class::isInstance)
            .map(X509Certificate.class::cast)
            .toList();
  }

  private void brokers(DefaultSslEngineFactory stores, @Nullable String nameCheck) {
    for (String server : access.bootstrapServers().split(",", 0)) {
      ShownCertificate.by(server.strip(), stores.truststore(), nameCheck)
          .ifPresent(shown -> broker(server.strip(), shown));
    }
  }

  private void broker(String server, ShownCertificate shown) {
    String what = "the certificate of the broker at " + server;
    List<Finding> dates =
        new ChainCheck(what, "renew it at the broker", now).findings(shown.chain());
    Optional<CertificateFault> fault = shown.fault();
    // An end is said better by the chain's check; the fault says it of one certificate.
    if (fault.isEmpty() || dates.stream().anyMatch(each -> each.level() == Finding.Level.BROKEN)) {
      findings.addAll(dates);
      return;
    }
    String words = fault.get().words().orElse("is refused: " + fault.get().detail());
    findings.add(
        switch (fault.get().kind()) {
          case UNTRUSTED ->
              Finding.broken(
                  what + " " + words + ": it is signed by " + shown.authority(),
                  "put this authority's certificate into the store of ssl.truststore.location");
          case OTHER_NAME ->
              Finding.broken(
                  what + " " + words + "; it is for " + shown.names(),
                  "reach the broker by a name of its certificate, or add this one to it");
          default -> Finding.broken(what + " " + words, "renew it at the broker");
        });
  }
}

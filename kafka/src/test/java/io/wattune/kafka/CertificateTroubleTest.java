package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.wattune.testkit.Certificates;
import io.wattune.testkit.TlsListener;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the certificate that a broker shows: Kafka's own client, and Java's own TLS. */
class CertificateTroubleTest {
  @TempDir private static Path folder;
  private static Certificates certificates;
  private static Certificates strangers;

  @BeforeAll
  static void make() throws Exception {
    certificates = new Certificates(folder.resolve("ours"));
    strangers = new Certificates(folder.resolve("strangers"));
  }

  @Test
  void anExpiredOne() throws Exception {
    assertThat(said(certificates, certificates.expiredKey("old"), certificates))
        .startsWith("the Kafka broker's certificate has expired (NotAfter: ")
        .endsWith("renew it at the broker");
  }

  @Test
  void oneOfAnotherAuthority() throws Exception {
    assertThat(said(strangers, strangers.key("stranger"), certificates))
        .startsWith("the Kafka broker's certificate is not trusted; ssl.truststore.location");
  }

  @Test
  void oneOfAnotherHost() throws Exception {
    assertThat(said(certificates, certificates.foreignKey("other", "kafka2.site"), certificates))
        .startsWith("the Kafka broker's certificate is for another name than the one by which")
        .contains("127.0.0.1", "reach the broker by a name of its certificate");
  }

  /** Both at once: it is of no use to believe an authority first whose certificate is over. */
  @Test
  void anExpiredOneOfAnotherAuthority() throws Exception {
    assertThat(said(strangers, strangers.expiredKey("old"), certificates))
        .startsWith("the Kafka broker's certificate ")
        .doesNotContain("ssl.keystore.location");
  }

  private static String said(Certificates of, Path key, Certificates believed) throws Exception {
    try (var listener = TlsListener.start(of, key)) {
      var access =
          new KafkaAccess(
              "127.0.0.1:" + listener.port(),
              Map.of(
                  "security.protocol",
                  "SSL",
                  "ssl.truststore.location",
                  believed.trust().toString(),
                  "ssl.truststore.password",
                  "${secret:" + believed.passwordFile() + "}"));
      try (Admin admin =
          access.admin(Map.of("default.api.timeout.ms", "20000", "request.timeout.ms", "10000"))) {
        return KafkaTrouble.line(catchThrowable(() -> admin.describeCluster().nodes().get()));
      }
    }
  }
}

package io.wattune.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.doctor.HttpCertificateCheck;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testkit.Certificates;
import io.wattune.testkit.TlsListener;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the doctor says of certificates, each with what to do about it. */
@Tag("long")
class DoctorCertificatesTest {
  private record Said(int exitCode, String text) {}

  @TempDir private static Path folder;
  private static Certificates certificates;
  private static Certificates strangers;

  @BeforeAll
  static void make() throws Exception {
    certificates = new Certificates(folder.resolve("ours"));
    strangers = new Certificates(folder.resolve("strangers"));
  }

  @Test
  void ofABrokerThatIsNotBelieved() throws Exception {
    Path own = certificates.key("part", 400);
    assertThat(kafka(certificates, certificates.expiredKey("old"), own).text())
        .containsPattern("broken    the certificate of the broker at .* \\(CN=old\\) expired at 20")
        .contains("-> renew it at the broker");
    assertThat(kafka(strangers, strangers.key("stranger", 400), own).text())
        .contains("is not trusted: it is signed by CN=test-authority")
        .contains("-> put this authority's certificate into the store of ssl.truststore.location");
    assertThat(kafka(certificates, certificates.foreignKey("other", "kafka2.site"), own).text())
        .contains("is for another name than the one by which it is reached")
        .contains("it is for kafka2.site")
        .contains("-> reach the broker by a name of its certificate");
  }

  @Test
  void ofTheClientsOwnFiles() throws Exception {
    Path shown = certificates.key("broker", 400);
    assertThat(kafka(certificates, shown, certificates.key("good", 400)).text())
        .contains(
            "ok        this part's certificate in ",
            "is CN=good, for ",
            "signed by CN=test-authority")
        .contains("ok        brokers are believed by 1 authorities in ")
        .contains("ok        the certificate of the broker at ", "is CN=broker, for ");
    assertThat(kafka(certificates, shown, certificates.key("soon", 5)).text())
        .containsPattern("note      this part's certificate .* expires at .*, in 4 days; renew it");
    Said over = kafka(certificates, shown, certificates.expiredKey("over"));
    assertThat(over.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(over.text())
        .containsPattern(
            "broken    this part's certificate in .*over.p12 \\(CN=over\\) expired at ");
    assertThat(kafka(certificates, shown, folder.resolve("nowhere.p12")).text())
        .contains("broken    Kafka's client cannot use its files: ", "nowhere.p12")
        .contains("-> correct ssl.* of Kafka's client properties");
  }

  @Test
  void ofTheHttpOfParts() throws Exception {
    Path good = certificates.key("localhost", 400);
    assertThat(http(certificates.certificatePem(good), certificates.keyPem(good)).text())
        .contains(
            "ok        the parts' certificate in ", "is CN=localhost, for 127.0.0.1, localhost")
        .contains("authorities, which sign for the parts that are asked");
    Path soon = certificates.key("soonest", 3);
    assertThat(http(certificates.certificatePem(soon), certificates.keyPem(soon)).text())
        .containsPattern(
            "note      the parts' certificate .* expires at .*, in 2 days; renew it, with");
    Path over = certificates.expiredKey("gone");
    Said broken = http(certificates.certificatePem(over), certificates.keyPem(over));
    assertThat(broken.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(broken.text())
        .containsPattern("broken    .*gone.p12.pem holds a certificate that expired");
    assertThat(http(certificates.certificatePem(good), certificates.keyPem(soon)).text())
        .contains("is the key of another certificate");
    Path disordered =
        Files.writeString(
            folder.resolve("disordered.pem"),
            Files.readString(certificates.certificatePem(good))
                + Files.readString(strangers.authorityPem()));
    assertThat(http(disordered, certificates.keyPem(good)).text())
        .contains("is not followed by those between it and its authority")
        .contains("-> put the certificate first");
    assertThat(http(folder.resolve("none.pem"), certificates.keyPem(good)).text())
        .contains("none.pem is not there");
  }

  @Test
  void namesOfHosts() {
    assertThat(HttpCertificateCheck.isFor("*.site", "gpu1.site")).isTrue();
    assertThat(HttpCertificateCheck.isFor("GPU1", "gpu1")).isTrue();
    assertThat(HttpCertificateCheck.isFor("*.site", "a.gpu1.site")).isFalse();
    assertThat(HttpCertificateCheck.isFor("*.site", "site")).isFalse();
  }

  private static Said http(Path certificate, Path key) throws Exception {
    return run(
        List.of(
            "--tls-certificate=" + certificate,
            "--tls-key=" + key,
            "--tls-ca=" + certificates.authorityPem()));
  }

  private static Said kafka(Certificates of, Path shown, Path own) throws Exception {
    String secret = "${secret:" + certificates.passwordFile() + "}";
    Path client =
        Files.writeString(
            folder.resolve("client.properties"),
            """
            security.protocol=SSL
            ssl.truststore.location=%s
            ssl.truststore.password=%s
            ssl.keystore.location=%s
            ssl.keystore.password=%s
            ssl.key.password=%s
            """
                .formatted(certificates.trust(), secret, own, secret, secret));
    try (var listener = TlsListener.start(of, shown)) {
      return run(List.of("--bootstrap=127.0.0.1:" + listener.port(), "--kafka-client=" + client));
    }
  }

  private static Said run(List<String> options) {
    List<String> words = new ArrayList<>(List.of("doctor"));
    words.addAll(options);
    var said = new StringWriter();
    CommandLine command = WattuneCommand.commandLine(Map.of());
    command.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
    int exitCode = command.execute(words.toArray(String[]::new));
    return new Said(exitCode, said.toString());
  }
}

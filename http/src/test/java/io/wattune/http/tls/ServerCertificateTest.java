package io.wattune.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are taken, at the start and later. */
class ServerCertificateTest {
  @TempDir private static Path authorityFolder;
  private static Authority authority;
  private static TlsFiles first;
  private static TlsFiles second;

  @TempDir private Path folder;
  private TlsFiles files;
  private Instant now = Instant.now();
  private final InstantSource clock = () -> now;

  @BeforeAll
  static void sign() throws Exception {
    authority = new Authority(authorityFolder, "authority");
    first = authority.sign("first", "EC", Duration.ofHours(-1));
    second = authority.sign("second", "RSA", Duration.ofHours(-1));
  }

  @BeforeEach
  void copy() throws Exception {
    files = new TlsFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"), null);
    put(first);
  }

  private void put(TlsFiles from) throws Exception {
    Authority.write(files.certificate(), Files.readString(from.certificate()));
    Authority.writeKey(files.key(), Files.readString(from.key()));
  }

  @ParameterizedTest
  @CsvSource({"EC,EC PRIVATE KEY", "RSA,RSA PRIVATE KEY"})
  void keysAreReadInTheFormsThatToolsWrite(String algorithm, String label) throws Exception {
    TlsFiles signed = authority.sign("traditional-" + algorithm, algorithm, Duration.ofHours(-1));
    assertThat(ServerCertificate.of(signed, clock).trouble()).isPresent(); // One day is left.

    Authority.writeTraditional(signed, label);

    assertThat(Files.readString(signed.key())).contains("BEGIN " + label);
    assertThat(ServerCertificate.of(signed, clock).trouble().orElseThrow()).contains("expires at");
  }

  @Test
  void aCertificateThatIsOverIsSaidSo() throws Exception {
    TlsFiles over = authority.sign("over", "EC", Duration.ofDays(-3));

    assertThatThrownBy(() -> ServerCertificate.of(over, clock))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("over.pem holds a certificate that expired at ")
        .hasMessageContaining("CN=over");
  }

  @Test
  void aCertificateOfTheFutureIsSaidSo() throws Exception {
    TlsFiles early = authority.sign("early", "EC", Duration.ofDays(3));

    assertThatThrownBy(() -> ServerCertificate.of(early, clock))
        .hasMessageContaining("is valid from")
        .hasMessageContaining("clock");
  }

  @Test
  void aKeyThatOthersMayReadIsRefused() throws Exception {
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> ServerCertificate.of(files, clock))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("chmod 600 " + files.key());
  }

  @Test
  void theKeyOfAnotherCertificateIsRefused() throws Exception {
    Authority.writeKey(
        files.key(), Files.readString(authority.sign("other", "EC", Duration.ofHours(-1)).key()));

    assertThatThrownBy(() -> ServerCertificate.of(files, clock))
        .hasMessageContaining("is the key of another certificate");
  }

  @Test
  void whatIsMissingOrNoPemIsSaidSo() throws Exception {
    Authority.write(files.certificate(), "nothing");
    assertThatThrownBy(() -> ServerCertificate.of(files, clock))
        .hasMessageContaining("holds no certificate in PEM");

    put(first);
    Authority.writeKey(
        files.key(),
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----");
    assertThatThrownBy(() -> ServerCertificate.of(files, clock))
        .hasMessageContaining("is encrypted");

    Files.delete(files.certificate());
    assertThatThrownBy(() -> ServerCertificate.of(files, clock))
        .hasMessageContaining("tls.crt is not there; it must hold the certificate in PEM");
  }

  @Test
  void aNewPairCountsOnceItIsWhole() throws Exception {
    ServerCertificate certificate = ServerCertificate.of(files, clock);
    var before = certificate.jetty().getSslContext();

    Authority.write(files.certificate(), Files.readString(second.certificate()));
    certificate.look(); // The key is still the old one's: the two are being exchanged.
    put(second);
    certificate.look();
    assertThat(certificate.jetty().getSslContext()).isSameAs(before);
    certificate.look();

    assertThat(certificate.jetty().getSslContext()).isNotSameAs(before);
    assertThat(certificate.trouble().orElseThrow()).contains("expires at").doesNotContain("taken");
  }

  @Test
  void whatCannotBeUsedLeavesTheOneBeforeInForceAndSaysSo() throws Exception {
    ServerCertificate certificate = ServerCertificate.of(files, clock);
    var before = certificate.jetty().getSslContext();

    Files.delete(files.key());
    certificate.look();
    certificate.look();

    assertThat(certificate.jetty().getSslContext()).isSameAs(before);
    assertThat(certificate.trouble().orElseThrow())
        .contains("is not taken", "tls.key is not there");

    put(first);
    certificate.look();
    certificate.look();
    assertThat(certificate.trouble().orElseThrow()).doesNotContain("is not taken");
  }

  @Test
  void anEndInSightIsATrouble() throws Exception {
    ServerCertificate certificate = ServerCertificate.of(files, clock);

    now = now.plus(Duration.ofDays(2));

    assertThat(certificate.trouble().orElseThrow()).contains("expired at");
  }
}

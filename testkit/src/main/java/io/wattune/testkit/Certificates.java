package io.wattune.testkit;

import io.wattune.http.tls.Authority;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** An authority and what it signs, as the key stores and PEM files of those who use them. */
public final class Certificates {
  private static final String PASSWORD = "test-store-password";
  private static final Duration HOUR_AGO = Duration.ofHours(-1);
  private static final Duration DAYS_AGO = Duration.ofDays(-3);

  static {
    // Java's 10,000 rounds, which each client computes anew for each store that it opens, were a
    // third of what a test with a secured broker computed. They protect a password; all know this.
    for (String rounds : List.of("mac", "certPbe", "keyPbe")) {
      Security.setProperty("keystore.pkcs12." + rounds + "IterationCount", "1");
    }
  }

  private final Path folder;
  private final Authority authority;

  /** Makes an authority, and a store that trusts it and nobody else. */
  public Certificates(Path folder) throws Exception {
    this.folder = Files.createDirectories(folder);
    authority = new Authority(folder, "test-authority");
    Files.setPosixFilePermissions(
        Files.writeString(passwordFile(), PASSWORD), PosixFilePermissions.fromString("rw-------"));
    KeyStore trusted = empty();
    trusted.setCertificateEntry("ca", authority.certificate());
    store(trusted, trust());
  }

  /** A key with a certificate for this name, valid on this machine's loopback address. */
  public Path key(String name) throws Exception {
    return key(name, "EC", HOUR_AGO, 1);
  }

  /** The same, of which its one day is over. */
  public Path expiredKey(String name) throws Exception {
    return key(name, "EC", DAYS_AGO, 1);
  }

  /** The same as {@link #key} with a key of RSA, which Flink's own choice of algorithms needs. */
  public Path rsaKey(String name) throws Exception {
    return key(name, "RSA", HOUR_AGO, 1);
  }

  /** The same, expired. */
  public Path expiredRsaKey(String name) throws Exception {
    return key(name, "RSA", DAYS_AGO, 1);
  }

  /** The same as {@link #key}, valid for so many days. */
  public Path key(String name, int days) throws Exception {
    return key(name, "EC", HOUR_AGO, days);
  }

  /** A key with a certificate that is for another host. */
  public Path foreignKey(String name, String host) throws Exception {
    return key(name, "EC", HOUR_AGO, 365, host);
  }

  private Path key(String name, String algorithm, Duration since, int days, String... hosts)
      throws Exception {
    Authority.Signed signed = authority.issue(name, algorithm, since, Duration.ofDays(days), hosts);
    KeyStore keys = empty();
    keys.setKeyEntry(
        "key",
        signed.key(),
        PASSWORD.toCharArray(),
        new Certificate[] {signed.certificate(), authority.certificate()});
    return store(keys, folder.resolve(name + ".p12"));
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    return keys;
  }

  private static Path store(KeyStore keys, Path file) throws GeneralSecurityException, IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      keys.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  /** A store that trusts the authority. */
  public Path trust() {
    return folder.resolve("trust.p12");
  }

  /** The file of all stores' password. */
  public Path passwordFile() {
    return folder.resolve("store.password");
  }

  public String password() {
    return PASSWORD;
  }

  /** The authority's certificate in PEM. */
  public Path authorityPem() throws Exception {
    return write(folder.resolve("ca.pem"), "CERTIFICATE", authority.certificate());
  }

  /** The certificate of a key, in PEM. */
  public Path certificatePem(Path key) throws Exception {
    Path pem = folder.resolve(key.getFileName() + ".pem");
    return write(pem, "CERTIFICATE", store(key).getCertificate("key"));
  }

  /** A key itself, in PEM. */
  public Path keyPem(Path key) throws Exception {
    byte[] der = store(key).getKey("key", PASSWORD.toCharArray()).getEncoded();
    Path pem = write(folder.resolve(key.getFileName() + ".key"), "PRIVATE KEY", der);
    return Files.setPosixFilePermissions(pem, PosixFilePermissions.fromString("rw-------"));
  }

  private static KeyStore store(Path file) throws Exception {
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  private static Path write(Path file, String label, Certificate certificate) throws Exception {
    return write(file, label, certificate.getEncoded());
  }

  private static Path write(Path file, String label, byte[] der) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
  }
}

package io.wattune.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority and what it signs, made with the JDK's own tool when a test begins. */
public final class Certificates {
  private static final String PASSWORD = "test-store-password";

  private final Path folder;

  /** Makes an authority, and a store that trusts it and nobody else. */
  public Certificates(Path folder) throws Exception {
    this.folder = Files.createDirectories(folder);
    Files.setPosixFilePermissions(
        Files.writeString(passwordFile(), PASSWORD), PosixFilePermissions.fromString("rw-------"));
    keytool(
        "-genkeypair",
        "-alias",
        "ca",
        "-keystore",
        store("ca"),
        "-dname",
        "CN=test-authority",
        "-keyalg",
        "EC",
        "-ext",
        "bc:c",
        "-validity",
        "3650");
    keytool("-exportcert", "-alias", "ca", "-keystore", store("ca"), "-file", path("ca.crt"));
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        "ca",
        "-keystore",
        store("trust"),
        "-file",
        path("ca.crt"));
  }

  /** A key with a certificate for this name, valid on this machine's loopback address. */
  public Path key(String name) throws Exception {
    return key(name, "EC", "-1H", 1);
  }

  /** The same, valid for one day from then on; {@code -3d} is over. */
  public Path expiredKey(String name) throws Exception {
    return key(name, "EC", "-3d", 1);
  }

  /** The same as {@link #key} with a key of RSA, which Flink's own choice of algorithms needs. */
  public Path rsaKey(String name) throws Exception {
    return key(name, "RSA", "-1H", 1);
  }

  /** The same, expired. */
  public Path expiredRsaKey(String name) throws Exception {
    return key(name, "RSA", "-3d", 1);
  }

  /** The same as {@link #key}, valid for so many days. */
  public Path key(String name, int days) throws Exception {
    return key(name, "EC", "-1H", days);
  }

  /** A key with a certificate that is for another host. */
  public Path foreignKey(String name, String host) throws Exception {
    return key(name, "EC", "-1H", 365, "san=dns:" + host);
  }

  private Path key(String name, String algorithm, String since, int days) throws Exception {
    return key(name, algorithm, since, days, "san=ip:127.0.0.1,dns:localhost");
  }

  private Path key(String name, String algorithm, String since, int days, String hosts)
      throws Exception {
    String store = store(name);
    keytool(
        "-genkeypair",
        "-alias",
        "key",
        "-keystore",
        store,
        "-dname",
        "CN=" + name,
        "-keyalg",
        algorithm);
    keytool("-certreq", "-alias", "key", "-keystore", store, "-file", path(name + ".csr"));
    keytool(
        "-gencert",
        "-alias",
        "ca",
        "-keystore",
        store("ca"),
        "-infile",
        path(name + ".csr"),
        "-outfile",
        path(name + ".crt"),
        "-ext",
        hosts,
        "-startdate",
        since,
        "-validity",
        Integer.toString(days));
    keytool(
        "-importcert", "-noprompt", "-alias", "ca", "-keystore", store, "-file", path("ca.crt"));
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        "key",
        "-keystore",
        store,
        "-file",
        path(name + ".crt"));
    return Path.of(store);
  }

  /** A store that trusts the authority. */
  public Path trust() {
    return Path.of(store("trust"));
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
    return write(folder.resolve("ca.pem"), "CERTIFICATE", store(trust()).getCertificate("ca"));
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

  private String store(String name) {
    return path(name + ".p12");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(Arrays.asList(arguments));
    command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }
}

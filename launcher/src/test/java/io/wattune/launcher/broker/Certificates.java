package io.wattune.launcher.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority and what it signs, made with the JDK's own tool when a test begins. */
final class Certificates {
  private static final String PASSWORD = "test-store-password";

  private final Path folder;

  /** Makes an authority, and a store that trusts it and nobody else. */
  Certificates(Path folder) throws Exception {
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
  Path key(String name) throws Exception {
    return key(name, "-0d");
  }

  /** The same, valid for one day from then on; {@code -3d} is over. */
  Path expiredKey(String name) throws Exception {
    return key(name, "-3d");
  }

  private Path key(String name, String since) throws Exception {
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
        "EC");
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
        "san=ip:127.0.0.1,dns:localhost",
        "-startdate",
        since,
        "-validity",
        "1");
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
  Path trust() {
    return Path.of(store("trust"));
  }

  /** The file of all stores' password. */
  Path passwordFile() {
    return folder.resolve("store.password");
  }

  String password() {
    return PASSWORD;
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

package io.wattune.http.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority of a test and what it signs, as PEM; made with the JDK's own tool. */
public final class Authority {
  private static final String PASSWORD = "test-store-password";

  private final Path folder;
  private final String name;

  /** A new authority. */
  public Authority(Path folder, String name) throws Exception {
    this.folder = Files.createDirectories(folder);
    this.name = name;
    keytool("-genkeypair", "-alias", "ca", "-keystore", store(name), "-dname", "CN=" + name)
        .with("-keyalg", "EC", "-ext", "bc:c", "-validity", "3650")
        .run();
    write(certificates(), pem("CERTIFICATE", keys(name).getCertificate("ca").getEncoded()));
  }

  /** Its own certificate. */
  public Path certificates() {
    return folder.resolve(name + ".crt");
  }

  /**
   * Signs a new key's certificate, for this machine's loopback address.
   *
   * @param since when its one day began, such as {@code -3d}
   */
  public TlsFiles sign(String subject, String algorithm, String since) throws Exception {
    Path request = folder.resolve(subject + ".csr");
    Path answer = folder.resolve(subject + ".der");
    keytool("-genkeypair", "-alias", "key", "-keystore", store(subject))
        .with("-dname", "CN=" + subject, "-keyalg", algorithm)
        .run();
    keytool("-certreq", "-alias", "key", "-keystore", store(subject))
        .with("-file", request.toString())
        .run();
    keytool("-gencert", "-alias", "ca", "-keystore", store(name), "-startdate", since)
        .with("-infile", request.toString(), "-outfile", answer.toString())
        .with("-ext", "san=ip:127.0.0.1,dns:localhost", "-validity", "1")
        .run();
    var files =
        new TlsFiles(folder.resolve(subject + ".pem"), folder.resolve(subject + ".key"), null);
    write(files.certificate(), pem("CERTIFICATE", Files.readAllBytes(answer)));
    Key key = keys(subject).getKey("key", PASSWORD.toCharArray());
    writeKey(files.key(), pem("PRIVATE KEY", key.getEncoded()));
    return files;
  }

  /** The same files' key in its algorithm's own form, as cert-manager and older tools write it. */
  public static void writeTraditional(TlsFiles files, String label) throws IOException {
    String base64 = Files.readString(files.key()).replaceAll("-----.*-----|\\s", "");
    writeKey(files.key(), pem(label, inner(Base64.getDecoder().decode(base64))));
  }

  /** What PKCS#8 has after version and algorithm. */
  private static byte[] inner(byte[] pkcs8) {
    ByteBuffer in = ByteBuffer.wrap(pkcs8);
    int unusedAll = length(in);
    in.position(in.position() + 3);
    int algorithm = length(in);
    in.position(in.position() + algorithm);
    byte[] key = new byte[length(in)];
    in.get(key);
    return key;
  }

  private static int length(ByteBuffer in) {
    in.get();
    int first = Byte.toUnsignedInt(in.get());
    int length = first < 128 ? first : 0;
    for (int left = first < 128 ? 0 : first - 128; left > 0; left--) {
      length = length * 256 + Byte.toUnsignedInt(in.get());
    }
    return length;
  }

  private static String pem(String label, byte[] der) {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
  }

  /** Puts a text into a file that others may read, in one step. */
  public static void write(Path file, String text) throws IOException {
    write(file, text, "rw-r--r--");
  }

  /** Puts a text into a file that nobody else may read. */
  public static void writeKey(Path file, String text) throws IOException {
    write(file, text, "rw-------");
  }

  private static void write(Path file, String text, String rights) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.writeString(draft, text);
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(rights));
    Files.move(draft, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private KeyStore keys(String of) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(store(of)))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private String store(String of) {
    return folder.resolve(of + ".p12").toString();
  }

  private static Keytool keytool(String... arguments) {
    return new Keytool(new ArrayList<>()).with(arguments);
  }

  private record Keytool(List<String> arguments) {
    Keytool with(String... more) {
      arguments.addAll(Arrays.asList(more));
      return this;
    }

    void run() throws IOException, InterruptedException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(arguments);
      command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(command + ": " + said);
      }
    }
  }
}

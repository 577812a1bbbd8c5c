package io.wattune.http.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority of a test, and what it signs. */
public final class Authority {
  /** This machine's loopback address. */
  private static final GeneralName[] HERE = {
    new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
    new GeneralName(GeneralName.dNSName, "localhost")
  };

  private static final Duration YEARS = Duration.ofDays(3650);
  private static final AtomicLong SERIALS = new AtomicLong(1);

  private final Path folder;
  private final String name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /** A key and its certificate. */
  public record Signed(PrivateKey key, X509Certificate certificate) {}

  /** A new authority, whose files lie in this folder. */
  public Authority(Path folder, String name) throws Exception {
    this.folder = Files.createDirectories(folder);
    this.name = name;
    keys = keys("EC");
    certificate = signed(keys, name, Instant.now().minusSeconds(60), YEARS, true);
    write(certificates(), pem("CERTIFICATE", certificate.getEncoded()));
  }

  /** Its own certificate, as a file. */
  public Path certificates() {
    return folder.resolve(name + ".crt");
  }

  /** Its own certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /**
   * Signs a new key's certificate, valid for one day, for this machine's loopback address.
   *
   * @param since when its day begins, from now on
   */
  public TlsFiles sign(String subject, String algorithm, Duration since) throws Exception {
    Signed signed = issue(subject, algorithm, since, Duration.ofDays(1));
    var files =
        new TlsFiles(folder.resolve(subject + ".pem"), folder.resolve(subject + ".key"), null);
    write(files.certificate(), pem("CERTIFICATE", signed.certificate().getEncoded()));
    writeKey(files.key(), pem("PRIVATE KEY", signed.key().getEncoded()));
    return files;
  }

  /**
   * Signs a new key's certificate.
   *
   * @param since when it begins, from now on
   * @param hosts names of hosts that it is for; none for this machine's loopback address
   */
  public Signed issue(
      String subject, String algorithm, Duration since, Duration validity, String... hosts)
      throws Exception {
    KeyPair pair = keys(algorithm);
    GeneralName[] names =
        hosts.length == 0
            ? HERE
            : Arrays.stream(hosts)
                .map(each -> new GeneralName(GeneralName.dNSName, each))
                .toArray(GeneralName[]::new);
    return new Signed(
        pair.getPrivate(),
        signed(pair, subject, Instant.now().plus(since), validity, false, names));
  }

  private static KeyPair keys(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
    return generator.generateKeyPair();
  }

  private X509Certificate signed(
      KeyPair of,
      String subject,
      Instant from,
      Duration validity,
      boolean isAuthority,
      GeneralName... names)
      throws GeneralSecurityException, CertIOException, OperatorCreationException {
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name("CN=" + name),
            BigInteger.valueOf(SERIALS.getAndIncrement()),
            Date.from(from),
            Date.from(from.plus(validity)),
            new X500Name("CN=" + subject),
            of.getPublic());
    if (isAuthority) {
      builder.addExtension(Extension.basicConstraints, false, new BasicConstraints(true));
    } else {
      builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
    }
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
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
}

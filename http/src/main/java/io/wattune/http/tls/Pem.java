package io.wattune.http.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and keys in PEM (RFC 7468), as certbot, cert-manager and openssl write them. Java 17
 * reads keys in PKCS#8 alone; the older forms, PKCS#1 and SEC 1, are what PKCS#8 has inside, and
 * the name of the algorithm that it puts before them stands in the certificate.
 */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final byte[] VERSION = {2, 1, 0};
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 4;
  private static final int LONG_FORM = 0x80;

  private Pem() {}

  /** One thing of a file. */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  private record Block(String label, byte[] der) {}

  /** All certificates of a text, in its order. */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    List<X509Certificate> found = new ArrayList<>();
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    for (Block block : blocks(text)) {
      if (block.label().equals("CERTIFICATE")) {
        found.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.der())));
      }
    }
    if (found.isEmpty()) {
      throw new CertificateException("it has no -----BEGIN CERTIFICATE-----");
    }
    return found;
  }

  /**
   * The private key of a text.
   *
   * @param of the public key of its certificate
   */
  static PrivateKey key(String text, PublicKey of) throws GeneralSecurityException {
    for (Block block : blocks(text)) {
      switch (block.label()) {
        case "PRIVATE KEY" -> {
          return key(block.der(), of);
        }
        case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> {
          if (text.contains("ENCRYPTED")) {
            throw encrypted();
          }
          return key(wrapped(block.der(), of), of);
        }
        case "ENCRYPTED PRIVATE KEY" -> throw encrypted();
        default -> {
          // A certificate, or the parameters of a curve: the key comes after them.
        }
      }
    }
    if (text.contains("ENCRYPTED")) {
      throw encrypted();
    }
    throw new GeneralSecurityException("it has no -----BEGIN PRIVATE KEY-----");
  }

  private static GeneralSecurityException encrypted() {
    return new GeneralSecurityException(
        "its key is encrypted; give one that is not, in a file that only this part may read");
  }

  private static PrivateKey key(byte[] pkcs8, PublicKey of) throws GeneralSecurityException {
    return KeyFactory.getInstance(of.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static List<Block> blocks(String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
    }
    return blocks;
  }

  /** PKCS#8: version, algorithm, and the key in the algorithm's own form. */
  private static byte[] wrapped(byte[] key, PublicKey of) throws GeneralSecurityException {
    var inner = new ByteArrayOutputStream();
    inner.writeBytes(VERSION);
    inner.writeBytes(algorithm(of.getEncoded()));
    inner.writeBytes(element(OCTETS, key));
    return element(SEQUENCE, inner.toByteArray());
  }

  /** The first element inside of a SubjectPublicKeyInfo, which Java has encoded. */
  private static byte[] algorithm(byte[] publicKey) throws GeneralSecurityException {
    ByteBuffer in = ByteBuffer.wrap(publicKey);
    int unusedLength = header(in);
    int begin = in.position();
    int length = header(in);
    byte[] algorithm = new byte[in.position() - begin + length];
    in.position(begin).get(algorithm);
    return algorithm;
  }

  /** Reads over the tag of a sequence, and its length, which it returns. */
  private static int header(ByteBuffer in) throws GeneralSecurityException {
    if (in.get() != SEQUENCE) {
      throw new GeneralSecurityException("a public key is no sequence");
    }
    int first = Byte.toUnsignedInt(in.get());
    int length = first < LONG_FORM ? first : 0;
    for (int left = first < LONG_FORM ? 0 : first - LONG_FORM; left > 0; left--) {
      length = length << Byte.SIZE | Byte.toUnsignedInt(in.get());
    }
    return length;
  }

  private static byte[] element(int tag, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < LONG_FORM) {
      out.write(content.length);
    } else {
      int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(content.length) + 7) / Byte.SIZE;
      out.write(LONG_FORM | bytes);
      for (int left = bytes - 1; left >= 0; left--) {
        out.write(content.length >> (left * Byte.SIZE));
      }
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}

package io.wattune.http.tls;

import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** What stands in files of TLS: read, and found to fit together. */
final class KeyMaterial {
  private static final int MOST_BYTES = 1 << 20;
  private static final char[] IN_MEMORY = new char[0];

  private KeyMaterial() {}

  /**
   * The files as they are.
   *
   * @param authorities null for none
   */
  record Texts(Path certificateFile, String certificate, String key, @Nullable String authorities) {
    /** Nothing of the key. */
    @Override
    public String toString() {
      return "texts of " + certificateFile;
    }
  }

  /** A certificate with its key and the way to its authority. */
  record Own(PrivateKey key, List<X509Certificate> chain) {
    X509Certificate certificate() {
      return chain.get(0);
    }

    /** What is said of it in logs. */
    String words() {
      X509Certificate first = certificate();
      return first.getSubjectX500Principal() + ", until " + first.getNotAfter().toInstant();
    }
  }

  static Texts texts(TlsFiles files) throws TlsException {
    Path clients = files.clientAuthorities();
    return new Texts(
        files.certificate(),
        open(files.certificate(), "certificate"),
        secret(files.key()),
        clients == null ? null : open(clients, "authorities' certificates"));
  }

  /** The certificate and key, where they fit, and the certificate is valid now. */
  static Own own(TlsFiles files, Texts texts, Instant now) throws TlsException {
    List<X509Certificate> chain = certificates(files.certificate(), texts.certificate());
    requireValid(files.certificate(), chain.get(0), now);
    try {
      PublicKey open = chain.get(0).getPublicKey();
      PrivateKey key = Pem.key(texts.key(), open);
      requirePair(files, key, open);
      return new Own(key, chain);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new TlsException(
          files.key() + " holds no key of " + files.certificate() + ": " + e.getMessage());
    }
  }

  /** Who may have signed others' certificates. */
  static List<X509Certificate> certificates(Path file, String text) throws TlsException {
    try {
      return Pem.certificates(text);
    } catch (CertificateException | IllegalArgumentException e) {
      throw new TlsException(
          "%s holds no certificate in PEM: %s; it must hold -----BEGIN CERTIFICATE----- and so on"
              .formatted(file, e.getMessage()));
    }
  }

  private static void requireValid(Path file, X509Certificate certificate, Instant now)
      throws TlsException {
    Instant end = certificate.getNotAfter().toInstant();
    Instant begin = certificate.getNotBefore().toInstant();
    String whose = " (" + certificate.getSubjectX500Principal() + ")";
    if (end.isBefore(now)) {
      throw new TlsException(
          file + " holds a certificate that expired at " + end + whose + "; renew it");
    }
    if (begin.isAfter(now)) {
      throw new TlsException(
          "%s holds a certificate that is valid from %s on%s; check this machine's clock"
              .formatted(file, begin, whose));
    }
  }

  private static void requirePair(TlsFiles files, PrivateKey key, PublicKey open)
      throws GeneralSecurityException, TlsException {
    String way =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] something = files.toString().getBytes(StandardCharsets.UTF_8);
    Signature signing = Signature.getInstance(way);
    signing.initSign(key);
    signing.update(something);
    byte[] signature = signing.sign();
    Signature checking = Signature.getInstance(way);
    checking.initVerify(open);
    checking.update(something);
    if (!checking.verify(signature)) {
      throw new TlsException(
          "%s is the key of another certificate than %s; give the two that were made together"
              .formatted(files.key(), files.certificate()));
    }
  }

  /**
   * A context.
   *
   * @param own what is shown; null for nothing
   * @param authorities whom to believe; null for whom Java believes
   */
  static SSLContext context(@Nullable Own own, @Nullable List<X509Certificate> authorities)
      throws TlsException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own == null ? null : keyManagers(own),
          authorities == null ? null : trustManagers(authorities),
          null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new TlsException("this Java cannot use the certificate: " + e.getMessage());
    }
  }

  private static KeyManager[] keyManagers(Own own) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", own.key(), IN_MEMORY, own.chain().toArray(X509Certificate[]::new));
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, IN_MEMORY);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trustManagers(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** A file that everybody may read, but nobody else write. */
  static String open(Path file, String what) throws TlsException {
    try {
      return text(ProtectedFile.read(file, MOST_BYTES));
    } catch (IOException e) {
      throw unreadable(file, what, e);
    }
  }

  private static String secret(Path file) throws TlsException {
    try {
      return text(ProtectedFile.readSecret(file, MOST_BYTES));
    } catch (IOException e) {
      throw unreadable(file, "certificate's private key", e);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static TlsException unreadable(Path file, String what, IOException e) {
    if (e instanceof UnprotectedFileException) {
      return new TlsException(String.valueOf(e.getMessage()));
    }
    return new TlsException(
        e instanceof NoSuchFileException
            ? file + " is not there; it must hold the " + what + " in PEM"
            : "%s cannot be read (%s); it must hold the %s in PEM: let this part's user read it"
                .formatted(file, e.getClass().getSimpleName(), what));
  }
}

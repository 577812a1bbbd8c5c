package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts one server that shows exactly this certificate, and no other: management controllers sign
 * theirs themselves, for names that nobody uses. Its name is not compared, as the certificate is.
 */
final class PinnedCertificate extends ServerTrust {
  private final Certificate pinned;

  private PinnedCertificate(Certificate pinned) {
    this.pinned = pinned;
  }

  /** Connections that trust the certificate in a PEM file. */
  static SSLContext context(Path file) throws DeviceException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new PinnedCertificate(certificate)}, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new DeviceException(
          "certificate file " + file + " must be one certificate as PEM: " + e.getMessage(), e);
    }
  }

  @Override
  protected void check(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    if (chain.length == 0 || !chain[0].equals(pinned)) {
      throw new CertificateException("the server shows another certificate than the one given");
    }
  }
}

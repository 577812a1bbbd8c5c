package io.wattune.collectors.doctor;

import io.wattune.collectors.nodepower.ServerTrust;
import io.wattune.schemas.certificate.CertificateFault;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * What a server shows in a handshake, believed or not. Nothing is sent there but the handshake.
 *
 * @param chain its certificate first
 * @param fault why Java does not believe it; empty where it does
 */
record ShownCertificate(List<X509Certificate> chain, Optional<CertificateFault> fault) {
  private static final int PATIENCE_MILLIS = 3000;

  /**
   * Asks a server.
   *
   * @param server {@code host:port}
   * @param trusted authorities; null for those that Java knows
   * @param nameCheck how the name is checked, {@code https}; null or empty for not at all
   * @return empty where nobody answers by TLS
   */
  static Optional<ShownCertificate> by(
      String server, @Nullable KeyStore trusted, @Nullable String nameCheck) {
    String host = Utils.getHost(server);
    Integer port = Utils.getPort(server);
    if (host == null || port == null) {
      return Optional.empty();
    }
    try (var plain = new Socket()) {
      var watching = new Watching(manager(trusted));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {watching}, null);
      plain.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      try (var socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(nameCheck == null ? "" : nameCheck);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
      } catch (IOException e) {
        return watching.shown(); // The server may want a certificate; it has shown its own before.
      }
      return watching.shown();
    } catch (IOException e) {
      return Optional.empty(); // That nobody answers is said by who asks by Kafka's protocol.
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java has TLS and can use a store that was loaded", e);
    }
  }

  private static X509ExtendedTrustManager manager(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trusted);
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }

  /** Who signed the last of what was shown. */
  String authority() {
    return chain.get(chain.size() - 1).getIssuerX500Principal().toString();
  }

  /** The hosts and addresses that the certificate is for. */
  String names() {
    return String.join(", ", ChainCheck.names(chain.get(0)));
  }

  /** Keeps what is shown, and what Java thinks of it, and lets the handshake go on. */
  private static final class Watching extends ServerTrust {
    private final X509ExtendedTrustManager judge;
    private @Nullable ShownCertificate shown;

    Watching(X509ExtendedTrustManager judge) {
      this.judge = judge;
    }

    Optional<ShownCertificate> shown() {
      return Optional.ofNullable(shown);
    }

    @Override
    protected void check(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      if (socket == null) {
        throw new CertificateException("only sockets are watched");
      }
      List<X509Certificate> all = Arrays.stream(chain).toList();
      try {
        judge.checkServerTrusted(chain, type, socket);
        shown = new ShownCertificate(all, Optional.empty());
      } catch (CertificateException e) {
        shown =
            new ShownCertificate(
                all,
                CertificateFault.of(e)
                    .or(
                        () ->
                            Optional.of(
                                new CertificateFault(
                                    CertificateFault.Kind.UNKNOWN, FailureWords.of(e)))));
      }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return judge.getAcceptedIssuers();
    }
  }
}

package io.wattune.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Shows a certificate to whoever comes and says nothing else: as a broker whose certificate has run
 * out while it ran, which no test can wait for, and with which none starts.
 */
public final class TlsListener implements AutoCloseable {
  private final SSLServerSocket socket;

  private TlsListener(SSLServerSocket socket) {
    this.socket = socket;
    var thread = new Thread(this::serve, "tls-listener");
    thread.setDaemon(true);
    thread.start();
  }

  /** Listens on any port of the loopback address. */
  public static TlsListener start(Certificates certificates, Path key) throws Exception {
    char[] password = certificates.password().toCharArray();
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(KeyStore.getInstance(key.toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return new TlsListener(
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (var connection = (SSLSocket) socket.accept()) {
        connection.startHandshake();
      } catch (IOException e) {
        // The client does not believe it, or the listener is closed.
      }
    }
  }

  public int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

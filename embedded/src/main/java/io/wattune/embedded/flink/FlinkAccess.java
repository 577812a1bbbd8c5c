package io.wattune.embedded.flink;

import io.wattune.kafka.HostPort;
import io.wattune.schemas.certificate.CertificateFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster's REST interface is, and by which TLS it is asked. A store of certificates that
 * was renewed counts from the next request on. Thread safe.
 */
public final class FlinkAccess {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private final HostPort address;
  private final @Nullable FlinkTls tls;
  private @Nullable HttpClient client;
  private List<FileTime> storesOfClient = List.of();

  /**
   * Access to a cluster.
   *
   * @param tls null for plain HTTP
   */
  public FlinkAccess(HostPort address, @Nullable FlinkTls tls) {
    this.address = address;
    this.tls = tls;
  }

  /** A cluster of this process, or one that speaks plain HTTP. */
  static FlinkAccess plain(URI address) {
    return new FlinkAccess(new HostPort(address.getHost(), address.getPort()), null);
  }

  /** Where it is. */
  public HostPort address() {
    return address;
  }

  /** The same as a URI, without a path. */
  URI uri() {
    URI plain = address.uri();
    return tls == null ? plain : URI.create("https://" + plain.getRawAuthority());
  }

  /**
   * What Flink's own client needs, secrets included.
   *
   * @throws IOException where a secret cannot be read; the message says which
   */
  Configuration settings() throws IOException {
    FlinkTls by = tls;
    Configuration settings = by == null ? new Configuration() : by.settings();
    settings.set(RestOptions.ADDRESS, address.host());
    settings.set(RestOptions.PORT, address.port());
    return settings;
  }

  /**
   * A client for requests.
   *
   * @throws IOException where the files of TLS cannot be used; the message says which
   */
  synchronized HttpClient client() throws IOException {
    FlinkTls by = tls;
    List<FileTime> stores = by == null ? List.of() : by.stores().map(FlinkAccess::time).toList();
    HttpClient known = client;
    if (known != null && stores.equals(storesOfClient)) {
      return known;
    }
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN);
    if (by != null) {
      builder.sslContext(by.clientContext());
    }
    HttpClient made = builder.build();
    client = made;
    storesOfClient = stores;
    return made;
  }

  private static FileTime time(Path store) {
    try {
      return Files.getLastModifiedTime(store);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // Whoever opens it says so better.
    }
  }

  /** Why TLS does not come about, in one line with what to do; empty for all other failures. */
  Optional<String> trouble(Throwable failure) {
    return CertificateFault.of(failure).map(this::words);
  }

  private String words(CertificateFault fault) {
    String certificate = "the certificate of Flink at " + uri() + " ";
    return switch (fault.kind()) {
      case EXPIRED -> certificate + fault.words().orElseThrow() + "; renew it there";
      case EARLY -> certificate + fault.words().orElseThrow();
      case UNTRUSTED ->
          certificate
              + fault.words().orElseThrow()
              + "; security.ssl.rest.truststore must name a store with the authority that signed it";
      case OTHER_NAME ->
          certificate
              + fault.words().orElseThrow()
              + "; reach Flink by a name of its certificate, or add this one to it";
      case OWN_EXPIRED, OWN_REFUSED, UNKNOWN ->
          ("the TLS handshake with Flink at %s fails: %s; Flink may ask for a certificate "
                  + "that it trusts, see security.ssl.rest.keystore in --flink-client, or may not "
                  + "speak TLS there")
              .formatted(uri(), fault.detail());
    };
  }

  /** What is worth to know where Flink answers with a page that sends elsewhere. */
  String hint(int status) {
    return tls == null && status / 100 == 3 ? "; does it speak TLS? Then give --flink-client" : "";
  }

  /** The address. */
  @Override
  public String toString() {
    return uri().toString();
  }
}

package io.wattune.dashboard;

import io.wattune.dashboard.state.StateLimits;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.tls.AskingFiles;
import io.wattune.http.tls.TlsFiles;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.store.address.StoreAddress;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A dashboard.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topics it shows
 * @param store where older data is; null where there is no store
 * @param address where it listens
 * @param access who may look, and who may order holds
 * @param version Wattune's version
 * @param clusterName what the page calls the fleet
 * @param parts other parts by name, with the addresses of their servers
 * @param limits what is kept in memory
 * @param tls by which files it speaks TLS; null for plain HTTP
 * @param asking how other parts are asked that speak TLS
 */
public record DashboardOptions(
    KafkaAccess kafka,
    Namespace namespace,
    @Nullable StoreAddress store,
    ListenAddress address,
    Access access,
    String version,
    String clusterName,
    Map<String, URI> parts,
    StateLimits limits,
    @Nullable TlsFiles tls,
    AskingFiles asking) {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  /** A dashboard that speaks plain HTTP. */
  public DashboardOptions(
      KafkaAccess kafka,
      Namespace namespace,
      @Nullable StoreAddress store,
      ListenAddress address,
      Access access,
      String version,
      String clusterName,
      Map<String, URI> parts,
      StateLimits limits) {
    this(
        kafka,
        namespace,
        store,
        address,
        access,
        version,
        clusterName,
        parts,
        limits,
        null,
        AskingFiles.NONE);
  }

  public DashboardOptions {
    parts = Map.copyOf(parts);
    parts.forEach(
        (name, uri) -> {
          if (name.isBlank()
              || uri.getScheme() == null
              || uri.getHost() == null
              || !SCHEMES.contains(uri.getScheme())) {
            throw new IllegalArgumentException(
                "a part must be NAME=http://HOST:PORT or NAME=https://HOST:PORT, was '"
                    + name
                    + "="
                    + uri
                    + "'");
          }
        });
  }
}

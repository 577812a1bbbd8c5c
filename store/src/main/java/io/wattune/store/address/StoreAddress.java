package io.wattune.store.address;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A store.
 *
 * @param url where it listens, {@code http://host:port}
 * @param kind what it is
 * @param organisation InfluxDB's organisation; any text for QuestDB
 * @param bucket InfluxDB's bucket, {@code DATABASE} or {@code DATABASE/POLICY} of InfluxDB 1, the
 *     database of PostgreSQL; any text for QuestDB
 * @param token secret that allows writing and reading, {@code USER:PASSWORD} of any store but
 *     InfluxDB 2; null where the store wants none
 */
public record StoreAddress(
    URI url, StoreKind kind, String organisation, String bucket, @Nullable String token) {

  public StoreAddress {
    String scheme = url.getScheme();
    if (kind == StoreKind.POSTGRESQL) {
      requireDatabase(url);
    }
    boolean isHttp = "http".equals(scheme) || "https".equals(scheme);
    boolean isKnown = isHttp || kind == StoreKind.POSTGRESQL;
    if (!isKnown || url.getHost() == null || url.getQuery() != null || url.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "a store's URL must be http://HOST:PORT or https://HOST:PORT, was '"
              + url.getScheme()
              + "://"
              + url.getHost()
              + "...'");
    }
    if (organisation.isEmpty() || bucket.isEmpty()) {
      throw new IllegalArgumentException("a store needs the names of an organisation and a bucket");
    }
  }

  private static void requireDatabase(URI url) {
    if (!"postgresql".equals(url.getScheme())) {
      throw new IllegalArgumentException(
          "the URL of a PostgreSQL must be postgresql://HOST:PORT, was '"
              + url.getScheme()
              + "://...'");
    }
  }

  /** A QuestDB, which wants no token. */
  public static StoreAddress questDb(URI url) {
    return new StoreAddress(url, StoreKind.QUESTDB, "wattune", "wattune", null);
  }

  /** A QuestDB of one user. */
  public static StoreAddress questDb(URI url, String user, String password) {
    return new StoreAddress(url, StoreKind.QUESTDB, "wattune", "wattune", user + ":" + password);
  }

  /**
   * What stands in the header {@code Authorization} of a request to a store that is not InfluxDB 2:
   * its token is {@code USER:PASSWORD}, or one of a service before it. Null where it wants none.
   */
  public @Nullable String authorization() {
    if (token == null) {
      return null;
    }
    return token.indexOf(':') < 0
        ? "Bearer " + token
        : "Basic " + Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
  }

  /** Without the token: addresses are logged. */
  @Override
  public String toString() {
    return kind + " at " + url;
  }
}

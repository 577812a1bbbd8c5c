package io.wattune.launcher.sinks;

import io.wattune.launcher.listen.TokenFile;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.EngineException;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store: its options, and what is wrong with them in one line. */
public final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:9000",
      description = "where the store listens; default: http://127.0.0.1:9000")
  @CommonKey("store.url")
  private URI url = URI.create("http://127.0.0.1:9000");

  @Option(
      names = "--store-kind",
      paramLabel = "KIND",
      defaultValue = "questdb",
      description =
          "questdb (default; tables are made if they are missing), influxdb (InfluxDB 2; the bucket"
              + " must exist), influxdb1 (InfluxDB 1; the database must exist), victoriametrics (numbers"
              + " only, ledger entries once they are final) or postgresql (tables are made; --store"
              + " is postgresql://HOST:PORT, --bucket the database, which must exist); the dashboard"
              + " reads the first two")
  @CommonKey("store.kind")
  private StoreKind kind = StoreKind.QUESTDB;

  @Option(
      names = "--org",
      paramLabel = "NAME",
      defaultValue = "wattune",
      description = "InfluxDB's organisation; default: wattune")
  @CommonKey("store.org")
  private String organisation = "wattune";

  @Option(
      names = "--bucket",
      paramLabel = "NAME",
      defaultValue = "wattune",
      description =
          "InfluxDB's bucket; of InfluxDB 1 DATABASE or DATABASE/RETENTION-POLICY; default: wattune")
  @CommonKey("store.bucket")
  private String bucket = "wattune";

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description =
          "file that holds the token with which points are written, USER:PASSWORD of a store that"
              + " wants one and is not InfluxDB 2; nobody else may read it; default: no token")
  @CommonKey("store.token")
  private @Nullable Path tokenFile;

  /** The store, checked for the form of its address only: it may come later. */
  public StoreAddress address() throws EngineException {
    try {
      return new StoreAddress(url, kind, organisation, bucket, token());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--store: " + e.getMessage());
    }
  }

  /** The same of a store that is asked, too. */
  public StoreAddress readAddress() throws EngineException {
    if (!kind.isRead()) {
      throw EngineException.wrongInput(
          "--store-kind "
              + kind.name().toLowerCase(Locale.ROOT)
              + " is only written to, by wattune sinks: give questdb or influxdb, or no store");
    }
    return address();
  }

  private @Nullable String token() throws EngineException {
    Path file = tokenFile;
    if (file == null) {
      return null;
    }
    String token = TokenFile.text("--token", file).strip();
    if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw EngineException.wrongInput(
          "--token " + file + " must hold one token: printable characters without blanks");
    }
    return token;
  }
}

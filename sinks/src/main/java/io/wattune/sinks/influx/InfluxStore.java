package io.wattune.sinks.influx;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.client.WriteApiBlocking;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.exceptions.InfluxException;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import io.wattune.store.questdb.SqlException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A store behind influxdb-client-java. Its own batching writer tells of failures to a listener and
 * drops what it cannot hold, so that nobody could know which offsets to commit: hence the blocking
 * interface.
 */
final class InfluxStore implements PointStore {
  /** The longest time from the first byte of a request to the last of its answer. */
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);

  /** Not a line, too large, or a field of another type than those before: the points' own fault. */
  private static final Set<Integer> POINTS_AT_FAULT = Set.of(400, 413, 422);

  private final StoreAddress address;
  private final InfluxDBClient client;
  private final WriteApiBlocking writer;
  private final Dispatcher calls = new Dispatcher();
  private final @Nullable QuestDbTables tables;

  InfluxStore(StoreAddress address) {
    this(address, new OkHttpClient.Builder());
  }

  InfluxStore(StoreAddress address, OkHttpClient.Builder http) {
    this.address = address;
    this.client =
        InfluxDBClientFactory.create(
            options(address, http.callTimeout(CALL_TIMEOUT).dispatcher(calls)));
    this.writer = client.getWriteApiBlocking();
    this.tables =
        address.kind() == StoreKind.QUESTDB ? new QuestDbTables(new SqlClient(address)) : null;
  }

  private static InfluxDBClientOptions options(StoreAddress address, OkHttpClient.Builder http) {
    InfluxDBClientOptions.Builder options =
        InfluxDBClientOptions.builder()
            .url(address.url().toString())
            .org(address.organisation())
            .bucket(address.bucket())
            .okHttpClient(
                http.connectTimeout(CALL_TIMEOUT)
                    .readTimeout(CALL_TIMEOUT)
                    .writeTimeout(CALL_TIMEOUT));
    if (address.token() != null) {
      options.authenticateToken(address.token().toCharArray());
    }
    return options.build();
  }

  @Override
  public void prepare() throws StoreUnavailableException {
    if (tables == null) {
      return;
    }
    try {
      tables.create();
    } catch (IOException | SqlException e) {
      throw new StoreUnavailableException(
          "cannot make the tables of " + address + ": " + e, Duration.ZERO, e);
    }
  }

  @Override
  public void write(String lines) throws StoreRefusedException, StoreUnavailableException {
    try {
      writer.writeRecord(WritePrecision.NS, lines);
    } catch (InfluxException e) {
      if (POINTS_AT_FAULT.contains(e.status())) {
        throw new StoreRefusedException(
            address + " answered " + e.status() + ": " + e.getMessage());
      }
      throw new StoreUnavailableException(unavailable(e), retryAfter(e.headers()), e);
    }
  }

  private String unavailable(InfluxException failure) {
    String advice =
        switch (failure.status()) {
          case 401, 403 -> "; check the token";
          case 404 -> "; check the URL, the organisation and the bucket";
          default -> "";
        };
    String status = failure.status() == 0 ? "" : " (" + failure.status() + ")";
    return address + " takes no points" + status + ": " + failure.getMessage() + advice;
  }

  private static Duration retryAfter(@Nullable Map<String, String> headers) {
    if (headers != null) {
      for (Map.Entry<String, String> header : headers.entrySet()) {
        if (header.getKey().equalsIgnoreCase("Retry-After")) {
          try {
            return Duration.ofSeconds(Math.max(0, Long.parseLong(header.getValue().strip())));
          } catch (NumberFormatException e) {
            return Duration.ZERO; // A date: the back-off does as well.
          }
        }
      }
    }
    return Duration.ZERO;
  }

  @Override
  public void cancel() {
    calls.cancelAll();
  }

  @Override
  public void close() {
    client.close();
  }
}

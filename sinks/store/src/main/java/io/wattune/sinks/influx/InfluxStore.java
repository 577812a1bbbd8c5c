package io.wattune.sinks.influx;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.client.WriteApiBlocking;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.exceptions.InfluxException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import io.wattune.store.questdb.SqlException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * A store behind influxdb-client-java. Its own batching writer reports failures to a listener and
 * drops what it cannot hold, so that nobody could know which offsets to commit: hence the blocking
 * interface.
 */
final class InfluxStore implements PointStore {
  /** The longest time from the first byte of a request to the last of its answer. */
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);

  /** Not a line, or a field of another type than those before: the points' own fault. */
  private static final Set<Integer> POINTS_AT_FAULT = Set.of(400, 422);

  /** Also a proxy's word: smaller requests go through. */
  private static final int TOO_LARGE = 413;

  /** What every store answers that has taken the points, and hardly anything else does. */
  private static final int TAKEN = 204;

  private static final String PATH = "/api/v2/write";
  private static final String OLD_PATH = "/write";

  /** How InfluxDB says how many points of a request it did not take. */
  private static final Pattern DROPPED = Pattern.compile("\\bdropped=(\\d{1,9})\\b");

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
            options(
                address,
                http.callTimeout(CALL_TIMEOUT)
                    .dispatcher(calls)
                    // A redirected POST becomes a GET, whose answer says nothing of the points.
                    .followRedirects(false)
                    .followSslRedirects(false)
                    .addInterceptor(InfluxStore::requireStore)));
    this.writer = client.getWriteApiBlocking();
    this.tables =
        address.kind() == StoreKind.QUESTDB ? new QuestDbTables(new SqlClient(address)) : null;
  }

  /** A page that says 200 to everything would take the points and lose them. */
  private static Response requireStore(Interceptor.Chain chain) throws IOException {
    Response answer = chain.proceed(chain.request());
    if (answer.isSuccessful() && answer.code() != TAKEN) {
      int status = answer.code();
      answer.close();
      throw new IOException(
          "what listens there is no store: it answered " + status + ", not 204; check the URL");
    }
    return answer;
  }

  /** InfluxDB 1 takes the same lines by another path. */
  private static Request toOldPath(StoreAddress address, Request request) {
    HttpUrl.Builder url = request.url().newBuilder();
    int slash = address.bucket().indexOf('/');
    String database = slash < 0 ? address.bucket() : address.bucket().substring(0, slash);
    url.encodedPath(OLD_PATH).query(null).addQueryParameter("db", database);
    if (slash >= 0) {
      url.addQueryParameter("rp", address.bucket().substring(slash + 1));
    }
    return request.newBuilder().url(url.addQueryParameter("precision", "n").build()).build();
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
    String authorization = address.authorization();
    if (address.kind() == StoreKind.INFLUXDB1) {
      http.addInterceptor(call -> call.proceed(toOldPath(address, call.request())));
    }
    if (address.kind() != StoreKind.INFLUXDB && authorization != null) {
      http.addInterceptor(
          call ->
              call.proceed(
                  call.request().newBuilder().header("Authorization", authorization).build()));
    } else if (address.token() != null) {
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
          "cannot make the tables of " + address + ": " + FailureWords.of(e), Duration.ZERO, e);
    }
  }

  @Override
  public void write(String lines) throws StoreRefusedException, StoreUnavailableException {
    try {
      writer.writeRecord(WritePrecision.NS, lines);
    } catch (InfluxException e) {
      if (isPointsFault(e)) {
        String words = String.valueOf(e.getMessage());
        throw new StoreRefusedException(
            address + " answered " + e.status() + ": " + words, refused(words));
      }
      throw new StoreUnavailableException(unavailable(e), retryAfter(e.headers()), e);
    }
  }

  /**
   * Whether a store has looked at the points and says so. Its answers are JSON; a 400 in plain text
   * or HTML is that of something before it, such as a server that wants HTTPS, and says nothing of
   * any point.
   */
  private static boolean isPointsFault(InfluxException failure) {
    return failure.status() == TOO_LARGE
        || (POINTS_AT_FAULT.contains(failure.status()) && !failure.errorBody().isEmpty());
  }

  /** Such as of "partial write: points beyond retention policy dropped=3". */
  private static int refused(String words) {
    Matcher dropped = DROPPED.matcher(words);
    return dropped.find() ? Integer.parseInt(dropped.group(1)) : StoreRefusedException.SOME;
  }

  private String unavailable(InfluxException failure) {
    String advice =
        switch (failure.status()) {
          case 301, 302, 303, 307, 308 ->
              "; it sends elsewhere, where no points are sent: give the URL of the store itself";
          case 400, 422 -> "; these are no words of a store: check the URL, http or https";
          case 401, 403 -> "; check the token";
          case 404 -> notFound();
          default -> "";
        };
    String words = failure.getMessage() == null ? "" : ": " + failure.getMessage();
    if (failure.status() == 0) {
      return address + " takes no points" + words + advice;
    }
    String path = address.kind() == StoreKind.INFLUXDB1 ? OLD_PATH : PATH;
    return address
        + " takes no points (POST "
        + path
        + " was answered "
        + failure.status()
        + ")"
        + words
        + advice;
  }

  private String notFound() {
    return switch (address.kind()) {
      case INFLUXDB ->
          "; check the URL, the organisation and the bucket; an InfluxDB 1 needs --store-kind"
              + " influxdb1";
      case INFLUXDB1 ->
          "; check the URL, the database and the retention policy: CREATE DATABASE makes one; an"
              + " InfluxDB 2 needs --store-kind influxdb";
      case QUESTDB, VICTORIAMETRICS, POSTGRESQL -> "; check the URL and the kind of store";
    };
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

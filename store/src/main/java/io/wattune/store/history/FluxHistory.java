package io.wattune.store.history;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.exceptions.InfluxException;
import com.influxdb.query.FluxRecord;
import io.wattune.core.Quality;
import io.wattune.store.address.StoreAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The history of an InfluxDB 2, in Flux. */
final class FluxHistory implements History {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MICRO = 1000;

  private static final String POWER =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{powers}" and r.{device} == {wanted})
        |> filter(fn: (r) => r._field == "{power}" or r._field == "{error}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> filter(fn: (r) => exists r.{power} and r.{quality} < {gap})
        |> group()
        |> window(every: {width}ns, offset: {offset}ns)
        |> reduce(
          identity: {samples: 0, sum: 0.0, lowest: float(v: "+Inf"), highest: float(v: "-Inf"), errors: 0.0, worst: 0},
          fn: (r, accumulator) => ({
            samples: accumulator.samples + 1,
            sum: accumulator.sum + r.{power},
            lowest: if r.{power} < accumulator.lowest then r.{power} else accumulator.lowest,
            highest: if r.{power} > accumulator.highest then r.{power} else accumulator.highest,
            errors: accumulator.errors + r.{error},
            worst: if r.{quality} > accumulator.worst then r.{quality} else accumulator.worst
          })
        )
        |> group()
        |> sort(columns: ["_start"])
      """;

  private static final String ENERGY =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{energies}")
        |> filter(fn: (r) => r._field == "{joules}" or r._field == "{joulesError}" or r._field == "{scaleError}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> group(columns: ["{device}", "{book}"])
        |> reduce(
          identity: {entries: 0, energy: 0.0, scale: 0.0, variance: 0.0, worst: 0},
          fn: (r, accumulator) => ({
            entries: accumulator.entries + 1,
            energy: accumulator.energy + r.{joules},
            scale: accumulator.scale + r.{scaleError},
            variance: accumulator.variance + r.{joulesError} * r.{joulesError} - r.{scaleError} * r.{scaleError},
            worst: if r.{quality} > accumulator.worst then r.{quality} else accumulator.worst
          })
        )
        |> group()
        |> sort(columns: ["{device}", "{book}"])
      """;

  private static final String NEWEST =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{powers}")
        |> filter(fn: (r) => r._field == "{power}" or r._field == "{error}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> filter(fn: (r) => exists r.{power} and r.{quality} < {gap})
        |> group(columns: ["{device}", "{signal}"])
        |> sort(columns: ["_time"])
        |> last(column: "{power}")
        |> group()
        |> sort(columns: ["{device}", "{signal}"])
      """;

  private final InfluxDBClient client;
  private final String bucket;

  FluxHistory(StoreAddress address) {
    InfluxDBClientOptions.Builder options =
        InfluxDBClientOptions.builder()
            .url(address.url().toString())
            .org(address.organisation())
            .bucket(address.bucket());
    if (address.token() != null) {
      options.authenticateToken(address.token().toCharArray());
    }
    this.client = InfluxDBClientFactory.create(options.build());
    this.bucket = address.bucket();
  }

  @Override
  public List<PowerBucket> power(String device, TimeRange range, int atMost)
      throws HistoryException {
    long widthNanos = range.bucketMicros(atMost) * NANOS_PER_MICRO;
    String question =
        fill(POWER, range)
            .replace("{width}", Long.toString(widthNanos))
            .replace("{offset}", Long.toString(range.fromNanos() % widthNanos))
            .replace("{wanted}", literal(device));
    return rows(question).map(FluxHistory::bucket).toList();
  }

  private static PowerBucket bucket(FluxRecord row) {
    long samples = integer(row, "samples");
    return new PowerBucket(
        nanos(Objects.requireNonNull(row.getStart())),
        samples,
        decimal(row, "sum") / samples,
        decimal(row, "lowest"),
        decimal(row, "highest"),
        decimal(row, "errors") / samples,
        Quality.ofCode((int) integer(row, "worst")));
  }

  @Override
  public List<BookEnergy> energy(TimeRange range) throws HistoryException {
    return rows(fill(ENERGY, range))
        .map(
            row ->
                BookEnergy.of(
                    text(row, QueryText.fill("{device}")),
                    text(row, QueryText.fill("{book}")),
                    integer(row, "entries"),
                    decimal(row, "energy"),
                    decimal(row, "scale"),
                    decimal(row, "variance"),
                    (int) integer(row, "worst")))
        .toList();
  }

  @Override
  public List<NewestPower> newestPower(TimeRange range) throws HistoryException {
    return rows(fill(NEWEST, range))
        .map(
            row ->
                new NewestPower(
                    text(row, QueryText.fill("{device}")),
                    text(row, QueryText.fill("{signal}")),
                    nanos(Objects.requireNonNull(row.getTime())),
                    decimal(row, QueryText.fill("{power}")),
                    decimal(row, QueryText.fill("{error}")),
                    Quality.ofCode((int) integer(row, QueryText.fill("{quality}")))))
        .toList();
  }

  private String fill(String template, TimeRange range) {
    return QueryText.fill(template)
        .replace("{from}", Long.toString(range.fromNanos()))
        .replace("{to}", Long.toString(range.toNanos()))
        .replace("{bucket}", literal(bucket));
  }

  /** A text as Flux writes it; a dollar before a brace would begin an expression. */
  static String literal(String text) {
    return '"'
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("${", "\\${")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
        + '"';
  }

  private Stream<FluxRecord> rows(String question) throws HistoryException {
    try {
      return client.getQueryApi().query(question).stream()
          .flatMap(table -> table.getRecords().stream());
    } catch (InfluxException e) {
      throw new HistoryException("the store does not answer: " + e.getMessage(), e);
    }
  }

  private static Object value(FluxRecord row, String column) {
    Map<String, Object> values = row.getValues();
    return Objects.requireNonNull(
        values.get(column), () -> "the store's answer has no column " + column);
  }

  private static long integer(FluxRecord row, String column) {
    return ((Number) value(row, column)).longValue();
  }

  private static double decimal(FluxRecord row, String column) {
    return ((Number) value(row, column)).doubleValue();
  }

  private static String text(FluxRecord row, String column) {
    return value(row, column).toString();
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
  }

  @Override
  public void close() {
    client.close();
  }
}

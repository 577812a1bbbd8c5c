package io.wattune.store.history;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.exceptions.InfluxException;
import com.influxdb.query.FluxRecord;
import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.PointCatalogue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The history of an InfluxDB 2, in Flux. */
final class FluxHistory implements History {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MICRO = 1000;
  private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

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
    String question =
        inSteps(fill(FluxText.POWER, range), range, atMost).replace("{wanted}", literal(device));
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
  public List<RawBucket> rawPower(String device, TimeRange range, int atMost)
      throws HistoryException {
    String question =
        inSteps(fill(FluxText.RAW, range), range, atMost).replace("{wanted}", literal(device));
    return rows(question)
        .map(
            row ->
                new RawBucket(
                    nanos(Objects.requireNonNull(row.getStart())),
                    integer(row, "samples"),
                    decimal(row, "sum") / integer(row, "samples")))
        .toList();
  }

  @Override
  public List<PowerBucket> fleetPower(String scope, String name, TimeRange range, int atMost)
      throws HistoryException {
    String question =
        inSteps(fill(FluxText.FLEET, range), range, atMost)
            .replace("{wanted}", literal(scope))
            .replace("{named}", literal(name));
    return rows(question).map(FluxHistory::bucket).toList();
  }

  private static String inSteps(String template, TimeRange range, int atMost) {
    long widthNanos = range.bucketMicros(atMost) * NANOS_PER_MICRO;
    return template
        .replace("{width}", Long.toString(widthNanos))
        .replace("{offset}", Long.toString(range.fromNanos() % widthNanos));
  }

  @Override
  public List<NamedEnergy> namedEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException {
    List<NamedEnergy> sums = new ArrayList<>();
    for (FluxRecord row : rows(ofBook(FluxText.NAMED, book, range, device)).toList()) {
      String name = textOrEmpty(row, "named");
      sums.add(sum(row, name, name.isEmpty() && book.level() >= 0));
    }
    return NamedEnergy.merged(sums);
  }

  @Override
  public List<NamedEnergy> userEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException {
    List<NamedEnergy> sums = new ArrayList<>();
    for (FluxRecord row : rows(ofBook(FluxText.USERS, book, range, device)).toList()) {
      String user = UserText.of(textOrEmpty(row, "owner"), textOrEmpty(row, "said"));
      sums.add(sum(row, user, integer(row, "nobodys") == 1 && book.level() >= 0));
    }
    return UserText.inOrder(sums);
  }

  private String ofBook(String template, Book book, TimeRange range, @Nullable String device) {
    return fill(template, range)
        .replace("{wanted}", literal(book.label()))
        .replace("{ofDevice}", and(PointCatalogue.DEVICE, device));
  }

  private static NamedEnergy sum(FluxRecord row, String name, boolean isRemainder)
      throws HistoryException {
    return new NamedEnergy(
        text(row, QueryText.fill("{device}")),
        name,
        isRemainder,
        LabelText.parse(integer(row, "mixed") == 0 ? textOrEmpty(row, "labelled") : ""),
        integer(row, "entries"),
        decimal(row, "energy"),
        decimal(row, "scale"),
        decimal(row, "variance"),
        decimal(row, "lasted"),
        Quality.ofCode((int) integer(row, QueryText.fill("{quality}"))));
  }

  @Override
  public List<PastActivity> activities(
      String device, TimeRange range, @Nullable Book book, int atMost) throws HistoryException {
    String question =
        fill(FluxText.ACTIVITIES, range.andBefore(NANOS_PER_DAY))
            .replace("{overlaps}", Long.toString(range.fromNanos()))
            .replace("{ofBook}", and(PointCatalogue.BOOK, book == null ? null : book.label()))
            .replace("{most}", Integer.toString(atMost))
            .replace("{wanted}", literal(device)); // Last: it may hold braces of its own.
    List<PastActivity> activities = new ArrayList<>();
    for (FluxRecord row : rows(question).toList()) {
      activities.add(activity(row));
    }
    Collections.reverse(activities);
    return activities;
  }

  private static PastActivity activity(FluxRecord row) throws HistoryException {
    long startNanos = integer(row, QueryText.fill("{startNanos}"));
    String parent = textOrEmpty(row, QueryText.fill("{parentId}"));
    return new PastActivity(
        text(row, QueryText.fill("{book}")),
        text(row, QueryText.fill("{activityId}")),
        textOrEmpty(row, QueryText.fill("{activityName}")),
        startNanos,
        startNanos + Math.round(decimal(row, QueryText.fill("{seconds}")) * NANOS_PER_SECOND),
        parent.isEmpty() ? null : parent,
        LabelText.parse(textOrEmpty(row, QueryText.fill("{labels}"))),
        decimal(row, QueryText.fill("{joules}")),
        decimal(row, QueryText.fill("{joulesError}")),
        Quality.ofCode((int) integer(row, QueryText.fill("{quality}"))));
  }

  private static String and(Column column, @Nullable String value) {
    return value == null ? "" : " and r." + column.name() + " == " + literal(value);
  }

  /** A value that may be absent, as text. */
  private static String textOrEmpty(FluxRecord row, String column) {
    Object value = row.getValues().get(column);
    return value == null ? "" : value.toString();
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
      throw new HistoryException("the store does not answer: " + FailureWords.of(e), e);
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

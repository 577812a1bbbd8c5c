package io.wattune.store.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.PointCatalogue;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import io.wattune.store.questdb.SqlException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The history of a QuestDB, in SQL. */
final class SqlHistory implements History {
  private static final long NANOS_PER_MICRO = 1000;
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private static final String WITHIN = " {time} >= {from} and {time} < {to}";
  private static final String USABLE = " and {quality} < {gap} and {power} is not null";

  private static final String POWER =
      "select (cast({time} as long) - {from}) / {width} bucket, count(), avg({power}), min({power}),"
          + " max({power}), avg({error}), max({quality}) from {powers} where"
          + WITHIN
          + USABLE
          + " and {device} = {wanted} order by bucket";

  private static final String RAW =
      "select (cast({time} as long) - {from}) / {width} bucket, count(), avg({raw})"
          + " from {powers} where"
          + WITHIN
          + " and {raw} is not null and {device} = {wanted} order by bucket";

  private static final String FLEET =
      "select (cast({time} as long) - {from}) / {width} bucket, count(), avg({sum}), min({sum}),"
          + " max({sum}), avg({error}), max({quality}) from {fleets} where"
          + WITHIN
          + " and {sum} is not null and {scope} = {wanted} and {name} = {named} order by bucket";

  private static final String NAMED =
      "select {device}, {activityName}, count(), sum({joules}), sum({scaleError}),"
          + " sum({joulesError} * {joulesError} - {scaleError} * {scaleError}), sum({seconds}),"
          + " {quality}, min({labels}), max({labels}), count({labels}) from {energies} where"
          + WITHIN
          + " and {book} = {wanted}{ofDevice} order by {device}, {activityName}, {quality}";

  /** Points from before the user was a column of its own have it in their labels. */
  private static final String USERS =
      "select {device}, {userName}, {activityId} is null nobodys,"
          + " case when {userName} is null then {labels} end said, count(), sum({joules}),"
          + " sum({scaleError}), sum({joulesError} * {joulesError} - {scaleError} * {scaleError}),"
          + " sum({seconds}), {quality}, min({labels}), max({labels}), count({labels})"
          + " from {energies} where"
          + WITHIN
          + " and {book} = {wanted}{ofDevice} order by {device}";

  private static final String ACTIVITIES =
      "select {book}, {activityId}, {activityName}, {startNanos}, {seconds}, {parentId}, {labels},"
          + " {joules}, {joulesError}, {quality} from {energies} where"
          + WITHIN
          + " and {device} = {wanted} and {activityId} is not null"
          + " and {startNanos} + cast({seconds} * 1e9 as long) > {overlaps}{ofBook}"
          + " order by {startNanos} desc limit {most}";

  private final SqlClient sql;

  SqlHistory(StoreAddress address) {
    this.sql = new SqlClient(address);
  }

  @Override
  public List<PowerBucket> power(String device, TimeRange range, int atMost)
      throws HistoryException {
    long width = range.bucketMicros(atMost);
    String question =
        fill(POWER, range)
            .replace("{width}", Long.toString(width))
            .replace("{wanted}", SqlClient.literal(device));
    return rows(question).stream().map(row -> bucket(row, range, width)).toList();
  }

  @Override
  public List<RawBucket> rawPower(String device, TimeRange range, int atMost)
      throws HistoryException {
    long width = range.bucketMicros(atMost);
    String question =
        fill(RAW, range)
            .replace("{width}", Long.toString(width))
            .replace("{wanted}", SqlClient.literal(device));
    return rows(question).stream()
        .map(
            row ->
                new RawBucket(start(row, range, width), row.get(1).asLong(), row.get(2).asDouble()))
        .toList();
  }

  @Override
  public List<PowerBucket> fleetPower(String scope, String name, TimeRange range, int atMost)
      throws HistoryException {
    long width = range.bucketMicros(atMost);
    String question =
        fill(FLEET, range)
            .replace("{width}", Long.toString(width))
            .replace("{wanted}", SqlClient.literal(scope))
            .replace("{named}", SqlClient.literal(name));
    return rows(question).stream().map(row -> bucket(row, range, width)).toList();
  }

  private static PowerBucket bucket(JsonNode row, TimeRange range, long widthMicros) {
    return new PowerBucket(
        start(row, range, widthMicros),
        row.get(1).asLong(),
        row.get(2).asDouble(),
        row.get(3).asDouble(),
        row.get(4).asDouble(),
        row.get(5).asDouble(),
        Quality.ofCode(row.get(6).asInt()));
  }

  private static long start(JsonNode row, TimeRange range, long widthMicros) {
    return range.fromNanos() + row.get(0).asLong() * widthMicros * NANOS_PER_MICRO;
  }

  @Override
  public List<NamedEnergy> namedEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException {
    List<NamedEnergy> sums = new ArrayList<>();
    for (JsonNode row : rows(ofBook(NAMED, book, range, device))) {
      String name = textOr(row.get(1), "");
      boolean isRemainder = name.isEmpty() && book.level() >= 0;
      sums.add(sum(row, 2, name, isRemainder));
    }
    return NamedEnergy.merged(sums);
  }

  @Override
  public List<NamedEnergy> userEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException {
    List<NamedEnergy> sums = new ArrayList<>();
    for (JsonNode row : rows(ofBook(USERS, book, range, device))) {
      String user = UserText.of(textOr(row.get(1), ""), textOr(row.get(3), ""));
      boolean isRemainder = row.get(2).asBoolean() && book.level() >= 0;
      sums.add(sum(row, 4, user, isRemainder));
    }
    return UserText.inOrder(sums);
  }

  private static String ofBook(
      String template, Book book, TimeRange range, @Nullable String device) {
    return fill(template, range)
        .replace("{wanted}", SqlClient.literal(book.label()))
        .replace("{ofDevice}", and(PointCatalogue.DEVICE, device));
  }

  /** The sums of a row, which is of one quality, from a column on. */
  private static NamedEnergy sum(JsonNode row, int from, String name, boolean isRemainder)
      throws HistoryException {
    JsonNode lowest = row.get(from + 6);
    boolean sameLabels =
        lowest.equals(row.get(from + 7)) && row.get(from + 8).asLong() == row.get(from).asLong();
    return new NamedEnergy(
        row.get(0).asText(),
        name,
        isRemainder,
        LabelText.parse(sameLabels ? textOr(lowest, "") : ""),
        row.get(from).asLong(),
        row.get(from + 1).asDouble(),
        row.get(from + 2).asDouble(),
        row.get(from + 3).asDouble(),
        row.get(from + 4).asDouble(),
        Quality.ofCode(row.get(from + 5).asInt()));
  }

  @Override
  public List<PastActivity> activities(
      String device, TimeRange range, @Nullable Book book, int atMost) throws HistoryException {
    String question =
        fill(ACTIVITIES, range.andBefore(NANOS_PER_DAY))
            .replace("{overlaps}", Long.toString(range.fromNanos()))
            .replace("{ofBook}", and(PointCatalogue.BOOK, book == null ? null : book.label()))
            .replace("{most}", Integer.toString(atMost))
            .replace("{wanted}", SqlClient.literal(device)); // Last: it may hold braces of its own.
    List<PastActivity> activities = new ArrayList<>();
    for (JsonNode row : rows(question)) {
      long startNanos = row.get(3).asLong();
      String parent = textOr(row.get(5), "");
      activities.add(
          new PastActivity(
              row.get(0).asText(),
              row.get(1).asText(),
              textOr(row.get(2), ""),
              startNanos,
              startNanos + Math.round(row.get(4).asDouble() * 1e9),
              parent.isEmpty() ? null : parent,
              LabelText.parse(textOr(row.get(6), "")),
              row.get(7).asDouble(),
              row.get(8).asDouble(),
              Quality.ofCode(row.get(9).asInt())));
    }
    Collections.reverse(activities);
    return activities;
  }

  private static String and(Column column, @Nullable String value) {
    return value == null ? "" : " and " + column.name() + " = " + SqlClient.literal(value);
  }

  private static String textOr(JsonNode value, String otherwise) {
    return value.isNull() ? otherwise : value.asText();
  }

  private static String fill(String template, TimeRange range) {
    return QueryText.fill(template)
        .replace("{time}", QuestDbTables.TIME)
        .replace("{from}", Long.toString(range.fromMicros()))
        .replace("{to}", Long.toString(range.toMicros()));
  }

  private List<JsonNode> rows(String question) throws HistoryException {
    try {
      return sql.run(question);
    } catch (IOException | SqlException e) {
      throw new HistoryException("the store does not answer: " + FailureWords.of(e), e);
    }
  }

  @Override
  public void close() {
    // The HTTP client has nothing to close.
  }
}

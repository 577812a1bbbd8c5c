package io.wattune.store.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.Quality;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import io.wattune.store.questdb.SqlException;
import java.io.IOException;
import java.util.List;

/** The history of a QuestDB, in SQL. */
final class SqlHistory implements History {
  private static final long NANOS_PER_MICRO = 1000;

  private static final String WITHIN = " {time} >= {from} and {time} < {to}";
  private static final String USABLE = " and {quality} < {gap} and {power} is not null";

  private static final String POWER =
      "select (cast({time} as long) - {from}) / {width} bucket, count(), avg({power}), min({power}),"
          + " max({power}), avg({error}), max({quality}) from {powers} where"
          + WITHIN
          + USABLE
          + " and {device} = {wanted} order by bucket";

  private static final String ENERGY =
      "select {device}, {book}, count(), sum({joules}), sum({scaleError}),"
          + " sum({joulesError} * {joulesError} - {scaleError} * {scaleError}), max({quality})"
          + " from {energies} where"
          + WITHIN
          + " order by {device}, {book}";

  private static final String NEWEST =
      "select {device}, {signal}, cast({time} as long), {power}, {error}, {quality} from"
          + " (select * from {powers} where"
          + WITHIN
          + USABLE
          + " latest on {time} partition by {device}, {signal}) order by {device}, {signal}";

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
    return rows(question).stream()
        .map(
            row ->
                new PowerBucket(
                    range.fromNanos() + row.get(0).asLong() * width * NANOS_PER_MICRO,
                    row.get(1).asLong(),
                    row.get(2).asDouble(),
                    row.get(3).asDouble(),
                    row.get(4).asDouble(),
                    row.get(5).asDouble(),
                    Quality.ofCode(row.get(6).asInt())))
        .toList();
  }

  @Override
  public List<BookEnergy> energy(TimeRange range) throws HistoryException {
    return rows(fill(ENERGY, range)).stream()
        .map(
            row ->
                BookEnergy.of(
                    row.get(0).asText(),
                    row.get(1).asText(),
                    row.get(2).asLong(),
                    row.get(3).asDouble(),
                    row.get(4).asDouble(),
                    row.get(5).asDouble(),
                    row.get(6).asInt()))
        .toList();
  }

  @Override
  public List<NewestPower> newestPower(TimeRange range) throws HistoryException {
    return rows(fill(NEWEST, range)).stream()
        .map(
            row ->
                new NewestPower(
                    row.get(0).asText(),
                    row.get(1).asText(),
                    row.get(2).asLong() * NANOS_PER_MICRO,
                    row.get(3).asDouble(),
                    row.get(4).asDouble(),
                    Quality.ofCode(row.get(5).asInt())))
        .toList();
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
      throw new HistoryException("the store does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    // The HTTP client has nothing to close.
  }
}

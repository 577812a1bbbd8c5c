package io.wattune.sinks.influx;

import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL, or a TimescaleDB, behind JDBC. All points of a request are one transaction. */
final class PostgresStore implements PointStore {
  private static final int DEFAULT_PORT = 5432;

  /** Classes of SQLSTATE that are the data's own fault: out of range, against a constraint. */
  private static final List<String> POINTS_AT_FAULT = List.of("22", "23");

  private final StoreAddress address;
  private final Map<String, PostgresTable> tables = new TreeMap<>();
  private volatile @Nullable Connection open;

  PostgresStore(StoreAddress address) {
    this.address = address;
    for (Measurement measurement : PointCatalogue.all()) {
      tables.put(measurement.name(), new PostgresTable(measurement));
    }
  }

  @Override
  public void prepare() throws StoreUnavailableException {
    try (Statement statement = connection().createStatement()) {
      for (PostgresTable table : tables.values()) {
        for (String text : table.statements()) {
          boolean unused = statement.execute(text);
        }
      }
      connection().commit();
    } catch (SQLException e) {
      drop();
      throw unavailable("cannot make its tables", e);
    }
  }

  @Override
  public void write(String lines) throws StoreRefusedException, StoreUnavailableException {
    Map<String, List<PointLine>> points = new LinkedHashMap<>();
    lines
        .lines()
        .map(PointLine::parse)
        .forEach(
            point ->
                points.computeIfAbsent(point.measurement(), name -> new ArrayList<>()).add(point));
    try {
      for (Map.Entry<String, List<PointLine>> each : points.entrySet()) {
        write(each.getKey(), each.getValue());
      }
      connection().commit();
    } catch (SQLException e) {
      drop();
      SQLException cause = cause(e);
      String state = cause.getSQLState();
      if (state != null && POINTS_AT_FAULT.stream().anyMatch(state::startsWith)) {
        throw new StoreRefusedException(
            address + " answered " + state + ": " + cause.getMessage(), StoreRefusedException.SOME);
      }
      throw unavailable("takes no points", cause);
    }
  }

  private void write(String measurement, List<PointLine> points) throws SQLException {
    PostgresTable table = tables.get(measurement);
    if (table == null) {
      throw new IllegalArgumentException("there is no measurement '" + measurement + "'");
    }
    try (PreparedStatement statement = connection().prepareStatement(table.insert())) {
      for (PointLine point : points) {
        table.fill(statement, point);
        statement.addBatch();
      }
      int[] unused = statement.executeBatch();
    }
  }

  /** A batch's failure says only which statement; what is wrong with it comes next. */
  private static SQLException cause(SQLException failure) {
    SQLException next = failure.getNextException();
    return failure instanceof BatchUpdateException && next != null ? next : failure;
  }

  private Connection connection() throws SQLException {
    Connection known = open;
    if (known != null && !known.isClosed()) {
      return known;
    }
    Connection made = DriverManager.getConnection(url(), properties());
    made.setAutoCommit(false);
    open = made;
    return made;
  }

  private String url() {
    int port = address.url().getPort();
    return "jdbc:postgresql://"
        + address.url().getHost()
        + ":"
        + (port < 0 ? DEFAULT_PORT : port)
        + "/"
        + address.bucket();
  }

  private Properties properties() {
    String seconds = Long.toString(InfluxStore.CALL_TIMEOUT.toSeconds());
    var properties = new Properties();
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    properties.setProperty("ApplicationName", "wattune-sinks");
    String token = address.token();
    if (token != null) {
      int colon = token.indexOf(':');
      properties.setProperty("user", colon < 0 ? token : token.substring(0, colon));
      if (colon >= 0) {
        properties.setProperty("password", token.substring(colon + 1));
      }
    }
    return properties;
  }

  private StoreUnavailableException unavailable(String what, SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    String advice =
        switch (state.length() < 2 ? state : state.substring(0, 2)) {
          case "08" -> "; check the URL, and whether it listens there";
          case "28" -> "; check USER:PASSWORD in the file of --token";
          case "3D" -> "; the database '" + address.bucket() + "' of --bucket must exist";
          case "42" -> "; the user needs the right to create tables and to write";
          default -> "";
        };
    return new StoreUnavailableException(
        address
            + " "
            + what
            + " (database "
            + address.bucket()
            + ", SQLSTATE "
            + state
            + "): "
            + FailureWords.of(failure)
            + advice,
        Duration.ZERO,
        failure);
  }

  /** What is wrong with a connection is over with the next one. */
  private void drop() {
    Connection known = open;
    open = null;
    if (known != null) {
      try {
        known.close();
      } catch (SQLException e) {
        // It is gone anyway; what was not committed is not there.
      }
    }
  }

  @Override
  public void cancel() {
    Connection known = open;
    if (known != null) {
      try {
        known.abort(Runnable::run);
      } catch (SQLException e) {
        // Nothing is under way then.
      }
    }
  }

  @Override
  public void close() {
    drop();
  }
}

package io.wattune.dashboard.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A board of {@code dashboard/grafana}, as Grafana reads it. */
record BoardFile(String name, Datasource datasource, String text) {
  static final Path FOLDER = Path.of("").toAbsolutePath().resolve("grafana");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a board asks. */
  enum Datasource {
    /** The store, in Flux: what the pipeline has found out. */
    STORE("influxdb", "wattune-influxdb", "query"),
    /** A Prometheus that scrapes the parts, in PromQL: how the parts themselves fare. */
    METRICS("prometheus", "wattune-prometheus", "expr");

    final String type;
    final String uid;

    /** Where a panel's target has its question. */
    final String questionKey;

    Datasource(String type, String uid, String questionKey) {
      this.type = type;
      this.uid = uid;
      this.questionKey = questionKey;
    }
  }

  /** The boards over the store, which Grafana finds when it starts. */
  static List<BoardFile> ofStore() {
    return of("boards", Datasource.STORE);
  }

  /** Those over Prometheus. Not provisioned: without one they would show nothing but errors. */
  static List<BoardFile> ofMetrics() {
    return of("prometheus", Datasource.METRICS);
  }

  static BoardFile of(String name) {
    return Stream.concat(ofStore().stream(), ofMetrics().stream())
        .filter(board -> board.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<BoardFile> of(String folder, Datasource datasource) {
    try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
      return files
          .sorted()
          .map(file -> new BoardFile(file.getFileName().toString(), datasource, text(file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode json() {
    return json(text);
  }

  /** The board with an error put in. */
  JsonNode broken(String wrong, String right) {
    if (!text.contains(right)) {
      throw new IllegalArgumentException("the board to break has no '" + right + "'");
    }
    return json(text.replace(right, wrong));
  }

  /** What its panels ask. */
  List<String> questions() {
    return json().at("/panels").findValuesAsText(datasource.questionKey);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}

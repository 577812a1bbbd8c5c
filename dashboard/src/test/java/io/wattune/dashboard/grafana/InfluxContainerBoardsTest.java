package io.wattune.dashboard.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.query.FluxTable;
import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import io.wattune.testkit.Images;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.testcontainers.containers.InfluxDBContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/**
 * InfluxDB 2 takes every question of every board, and answers each with something. Skipped where
 * there is no Docker.
 */
@Tag("long")
@Testcontainers(disabledWithoutDocker = true)
class InfluxContainerBoardsTest {
  private static final String TOKEN = "a-token-of-this-test";
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;
  private static final int POINTS = 60;

  @Container
  private static final InfluxDBContainer<?> INFLUX =
      new InfluxDBContainer<>(DockerImageName.parse(Images.of("influxdb")))
          .withOrganization("wattune")
          .withBucket("wattune")
          .withAdminToken(TOKEN);

  @BeforeAll
  static void write() {
    try (InfluxDBClient client = client()) {
      List<String> lines = new ArrayList<>();
      for (Measurement measurement : PointCatalogue.all()) {
        for (int i = 0; i < POINTS; i++) {
          lines.add(line(measurement, i));
        }
      }
      client.getWriteApiBlocking().writeRecord(WritePrecision.NS, String.join("\n", lines));
    }
  }

  private static InfluxDBClient client() {
    return InfluxDBClientFactory.create(INFLUX.getUrl(), TOKEN.toCharArray(), "wattune", "wattune");
  }

  private static String line(Measurement measurement, int number) {
    String tags =
        measurement.tags().stream()
            .map(tag -> "," + tag.name() + "=" + tag(tag, number))
            .collect(Collectors.joining());
    String fields =
        measurement.fields().stream()
            .map(field -> field.name() + "=" + field(field, number))
            .collect(Collectors.joining(","));
    return measurement.name() + tags + " " + fields + " " + (START + number * SECOND);
  }

  /** Each value that a board asks for comes up. */
  private static String tag(Column tag, int number) {
    return switch (tag.name()) {
      case "device" -> "node-1/gpu";
      case "node" -> "node-1";
      case "scope" -> List.of("cluster", "rack", "node").get(number % 3);
      case "name" -> number % 3 == 2 ? "node-1" : "all";
      case "book" -> number % 2 == 0 ? "window10s" : "kernel";
      case "outcome" -> number % 2 == 0 ? "refused" : "restored";
      default -> "any";
    };
  }

  private static String field(Column field, int number) {
    if (field.name().equals("quality_code")) {
      return number % 2 == 0 ? "0i" : "3i";
    }
    return switch (field.type()) {
      case DECIMAL -> "1.5";
      case INTEGER -> "7i";
      case FLAG -> "false";
      case TEXT, TAG -> "\"some\"";
    };
  }

  static List<Path> boards() throws IOException {
    try (Stream<Path> files = Files.list(Repository.root().resolve("dashboard/grafana/boards"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("boards")
  void everyPanelGetsAnAnswer(Path board) throws Exception {
    JsonNode json = new ObjectMapper().readTree(board.toFile());
    try (InfluxDBClient client = client()) {
      for (JsonNode variable : json.at("/templating/list")) {
        assertAnswered(client, variable.path("label").asText(), variable.at("/query/query"));
      }
      for (JsonNode panel : json.path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          assertAnswered(client, panel.path("title").asText(), target.path("query"));
        }
      }
    }
  }

  private static void assertAnswered(InfluxDBClient client, String what, JsonNode question) {
    List<FluxTable> tables = client.getQueryApi().query(asGrafanaWould(question.asText()));
    assertThat(tables.stream().mapToInt(table -> table.getRecords().size()).sum())
        .as(what)
        .isPositive();
  }

  /** Choices that are made, and the range of the points. */
  private static String asGrafanaWould(String flux) {
    return flux.replace("${device:doublequote}", "\"node-1/gpu\"")
        .replace("${book:doublequote}", "\"kernel\"")
        .replace("${node:regex}", "(node-1|node-2)")
        .replace("v.defaultBucket", "\"wattune\"")
        .replace("v.timeRangeStart", "time(v: " + START + ")")
        .replace("v.timeRangeStop", "time(v: " + (START + POINTS * SECOND) + ")")
        .replace("v.windowPeriod", "10s")
        // The points are older than the thirty days that are looked through by default.
        .replace("schema.measurementTagValues(", "schema.measurementTagValues(start: time(v: 0), ");
  }
}

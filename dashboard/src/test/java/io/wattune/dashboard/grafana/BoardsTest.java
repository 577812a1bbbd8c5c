package io.wattune.dashboard.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.http.metric.Metric;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The files in dashboard/grafana are what the catalogue gives, and ask for nothing else. */
class BoardsTest {
  private static final String REFRESH =
      "mvn -q -pl dashboard -am test -Dtest=BoardsTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static List<Board> boards() {
    return Stream.concat(Boards.all().stream(), Boards.ofMetrics().stream()).toList();
  }

  /** Every file of the folder, by its path in it. */
  private static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    Boards.all().forEach(board -> files.put("boards/" + board.fileName(), BoardJson.of(board)));
    // Not provisioned: who has no Prometheus would see nothing but errors on them.
    Boards.ofMetrics()
        .forEach(board -> files.put("prometheus/" + board.fileName(), BoardJson.of(board)));
    files.put("provisioning/datasources/wattune.yaml", Provisioning.datasource());
    files.put("provisioning/dashboards/wattune.yaml", Provisioning.dashboards());
    return files;
  }

  @Test
  void folderIsUpToDate() throws Exception {
    Path folder = Path.of("").toAbsolutePath().resolve("grafana");
    for (Map.Entry<String, String> file : files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      if (Boolean.getBoolean("wattune.refresh")) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      assertThat(path).as("refresh with: %s", REFRESH).exists();
      assertThat(Files.readString(path))
          .as("%s is stale; refresh with: %s", path, REFRESH)
          .isEqualTo(file.getValue());
    }
    try (var all = Files.walk(folder)) {
      assertThat(all.filter(Files::isRegularFile).map(path -> folder.relativize(path).toString()))
          .as("files that nobody makes")
          .containsExactlyInAnyOrderElementsOf(files().keySet());
    }
  }

  @ParameterizedTest
  @MethodSource("boards")
  void everyPanelAsksForWhatTheStoreHasAndShowsItInItsUnit(Board board) throws Exception {
    assertThat(BoardCheck.of(MAPPER.readTree(BoardJson.of(board)), board.datasource())).isEmpty();
  }

  @Test
  void everyMeasurementIsOnSomeBoard() {
    List<String> questions =
        Boards.all().stream()
            .flatMap(b -> b.panels().stream())
            .flatMap(p -> p.queries().stream())
            .map(Question::text)
            .toList();
    assertThat(PointCatalogue.all())
        .extracting(Measurement::name)
        .allSatisfy(
            name ->
                assertThat(questions)
                    .anyMatch(flux -> flux.contains("r._measurement == \"" + name + "\"")));
  }

  @Test
  void everyBoardHasAnIdOfItsOwn() {
    assertThat(boards()).extracting(Board::uid).doesNotHaveDuplicates();
  }

  @ParameterizedTest(name = "{0} instead of {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          r._measurement == \\"powr\\" ; r._measurement == \\"power\\" ; no measurement 'powr'
          true_power_wats ; true_power_watts ; no field 'true_power_wats'
          "unit" : "joule" ; "unit" : "watt" ; as joule, which is watt
          r.devise ; r.device ; asks measurement 'power' for 'devise'
          r.quality_code == \\"x\\" ; r.quality_code < 3 ; 'quality_code' holds integer
          fn: median ; fn: mean ; function that is not known
          |> smooth() |> group() ; |> group() ; step that is not known
          ${gpu: ; ${device: ; variable that is not there
          from(bucket: \\"b\\") ; from(bucket: v.defaultBucket) ; the datasource's bucket
          columns: [\\"tunabl\\" ; columns: [\\"tunable\\" ; for 'tunabl'
          tag: \\"gpu\\" ; tag: \\"device\\" ; asks for what is not there
          "w" : 25 ; "w" : 24 ; does not fit
          "y" : 1, ; "y" : 10, ; lies over another
          group( ; group() ; has
          """)
  void aBrokenBoardIsSeen(String wrong, String right, String problem) throws Exception {
    String good = BoardJson.of(DeviceBoard.of());
    assertThat(good).as("the board to break").contains(right);
    JsonNode broken = MAPPER.readTree(good.replace(right, wrong));

    assertThat(BoardCheck.of(broken, Datasource.STORE)).anyMatch(found -> found.contains(problem));
  }

  @Test
  void everyMetricOfProgramsActivitiesIsOnTheBoardOfAgents() {
    String board = BoardJson.of(AgentsBoard.of());

    assertThat(PromQlReader.metrics())
        .extracting(Metric::name)
        .filteredOn(name -> name.contains("_activity_") || name.contains("_activities_"))
        .hasSize(11)
        .allSatisfy(name -> assertThat(board).contains(name + "{"));
  }

  @ParameterizedTest(name = "{0} instead of {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          agent_activity_line_total ; agent_activity_lines_total ; which no part has
          sum by (device) ; sum by (node) ; for the label 'device'
          {nod=~ ; {node=~ ; for the label 'nod'
          ${nodes} ; ${node} ; variable that is not there
          {{device}} ; {{node}} ; legend of what is not there
          "unit" : "short" ; "unit" : "cps" ; as short, which is cps
          irate( ; rate( ; form that is not known
          open, rack) ; open, node) ; for the label 'rack'
          wattune-influxdb ; wattune-prometheus ; has datasource
          """)
  void aBrokenBoardOfMetricsIsSeen(String wrong, String right, String problem) throws Exception {
    String good = BoardJson.of(AgentsBoard.of());
    assertThat(good).as("the board to break").contains(right);
    JsonNode broken = MAPPER.readTree(good.replace(right, wrong));

    assertThat(BoardCheck.of(broken, Datasource.METRICS))
        .anyMatch(found -> found.contains(problem));
  }

  @Test
  void aMeanOfTextIsSeen() throws Exception {
    String broken =
        BoardJson.of(DeviceBoard.of())
            .replace("r._field == \\\"error_watts\\\")", "r._field == \\\"revision\\\")")
            .replace("r._field == \\\"energy_joules\\\")", "r._field == \\\"entry_id\\\")");

    assertThat(BoardCheck.of(MAPPER.readTree(broken), Datasource.STORE))
        .anyMatch(problem -> problem.contains("cannot take the sum of '_value'"))
        .anyMatch(problem -> problem.contains("for 'error_watts'"));
  }

  @Test
  void aColumnOfAnotherMeasurementIsRefusedWhenTheBoardIsMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Flux.of(PointCatalogue.POWER).fields(PointCatalogue.ENERGY_JOULES))
        .withMessageContaining("'power' has no column 'energy_joules'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Flux.of(PointCatalogue.POWER).where(PointCatalogue.REVISION, "1"))
        .withMessageContaining("'revision' is no tag");
  }
}

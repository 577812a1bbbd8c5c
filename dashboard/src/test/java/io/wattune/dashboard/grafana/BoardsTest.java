package io.wattune.dashboard.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.dashboard.grafana.BoardFile.Datasource;
import io.wattune.http.metric.Metric;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The boards in dashboard/grafana ask for what store and parts have, and for nothing else. */
class BoardsTest {
  static List<BoardFile> boards() {
    return Stream.concat(BoardFile.ofStore().stream(), BoardFile.ofMetrics().stream()).toList();
  }

  @Test
  void everyBoardIsThere() {
    assertThat(BoardFile.ofStore())
        .extracting(BoardFile::name)
        .containsExactly(
            "wattune-control.json",
            "wattune-device.json",
            "wattune-fleet.json",
            "wattune-health.json");
    assertThat(BoardFile.ofMetrics())
        .extracting(BoardFile::name)
        .containsExactly("wattune-agents.json", "wattune-power.json");
  }

  @ParameterizedTest
  @MethodSource("boards")
  void everyPanelAsksForWhatTheStoreHasAndShowsItInItsUnit(BoardFile board) {
    assertThat(BoardCheck.of(board.json(), board.datasource())).isEmpty();
  }

  @Test
  void grafanaIsGivenTheDatasourceThatTheBoardsAskFor() throws Exception {
    String given =
        Files.readString(BoardFile.FOLDER.resolve("provisioning/datasources/wattune.yaml"));
    assertThat(given)
        .contains("uid: " + Datasource.STORE.uid + "\n", "type: " + Datasource.STORE.type + "\n");
  }

  @Test
  void everyMeasurementIsOnSomeBoard() {
    List<String> questions =
        BoardFile.ofStore().stream().flatMap(board -> board.questions().stream()).toList();
    assertThat(PointCatalogue.all())
        .extracting(Measurement::name)
        .allSatisfy(
            name ->
                assertThat(questions)
                    .anyMatch(flux -> flux.contains("r._measurement == \"" + name + "\"")));
  }

  @Test
  void everyBoardHasAnIdOfItsOwn() {
    assertThat(boards())
        .extracting(board -> board.json().path("uid").asText())
        .doesNotHaveDuplicates();
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
  void aBrokenBoardIsSeen(String wrong, String right, String problem) {
    JsonNode broken = BoardFile.of("wattune-device.json").broken(wrong, right);

    assertThat(BoardCheck.of(broken, Datasource.STORE)).anyMatch(found -> found.contains(problem));
  }

  @Test
  void everyMetricOfProgramsActivitiesIsOnTheBoardOfAgents() {
    String board = BoardFile.of("wattune-agents.json").text();

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
  void aBrokenBoardOfMetricsIsSeen(String wrong, String right, String problem) {
    JsonNode broken = BoardFile.of("wattune-agents.json").broken(wrong, right);

    assertThat(BoardCheck.of(broken, Datasource.METRICS))
        .anyMatch(found -> found.contains(problem));
  }

  @Test
  void aMeanOfTextIsSeen() {
    BoardFile board = BoardFile.of("wattune-device.json");

    assertThat(
            BoardCheck.of(
                board.broken("r._field == \\\"revision\\\")", "r._field == \\\"error_watts\\\")"),
                Datasource.STORE))
        .anyMatch(problem -> problem.contains("for 'error_watts'"));
    assertThat(
            BoardCheck.of(
                board.broken("r._field == \\\"entry_id\\\")", "r._field == \\\"energy_joules\\\")"),
                Datasource.STORE))
        .anyMatch(problem -> problem.contains("cannot take the sum of '_value'"));
  }
}

package io.wattune.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTableTest {
  private record Row(String name, double watts, double share, @Nullable Double paper) {}

  private static final List<Row> ROWS =
      List.of(new Row("a", 1.26, 0.5, null), new Row("longer", 100, 0.12, 2.0));

  private final ReportTable<Row> table =
      new ReportTable<Row>()
          .field("isRow", row -> true)
          .words("what", "name", Row::name)
          .numbers("W", "watts", 1, Row::watts)
          .shares("of all", "share", 0, Row::share)
          .field("paper", Row::paper)
          .words("", row -> row.paper() == null ? "alone" : "beside");

  @Test
  void peopleSeeTitlesAndColumns() {
    var out = new StringBuilder();
    table.appendTo(out, ROWS, "  ");

    assertThat(out.toString().lines())
        .containsExactly(
            "  what        W  of all",
            "  a         1.3    50 %  alone",
            "  longer  100.0    12 %  beside");
  }

  @Test
  void pagesHaveItAsMarkdown() {
    table.figures("in mW", "%.0f", row -> 1000 * row.watts());

    assertThat(table.markdownHead().lines())
        .containsExactly("| what | W | of all |  | in mW |", "|---|--:|--:|---|--:|");
    assertThat(table.markdown(ROWS.get(1)))
        .isEqualTo("| longer | 100.0 | 12 % | beside | 100000 |");
  }

  @Test
  void programsReadAllDigitsAndWhatIsNotKnownAsNull() {
    ObjectNode root = ReportJson.object();
    table.addTo(root.putArray("rows"), ROWS);

    assertThat(root.path("rows").path(0).toString())
        .isEqualTo("{\"isRow\":true,\"name\":\"a\",\"watts\":1.26,\"share\":0.5,\"paper\":null}");
    assertThat(root.path("rows").path(1).path("paper").asDouble()).isEqualTo(2);
    assertThat(ReportJson.pretty(root)).contains("\n").contains("\"watts\" : 100.0");
  }

  @Test
  void aNumberThatIsNoneIsNull() {
    ObjectNode root = ReportJson.object();
    ReportJson.putNumber(root, "known", 2);
    ReportJson.putNumber(root, "unknown", Double.NaN);

    assertThat(root.toString()).isEqualTo("{\"known\":2.0,\"unknown\":null}");
  }
}

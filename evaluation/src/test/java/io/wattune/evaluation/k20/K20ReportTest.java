package io.wattune.evaluation.k20;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class K20ReportTest {
  private static final K20Row ENERGY =
      new K20Row("a-true", "a run: true energy", "J", 844.7, 844.0, 1.5, 840.5, 848.9, "as is");
  private static final K20Row RATIO =
      new K20Row("b", "a ratio", "", null, 2.0, null, 3, Double.POSITIVE_INFINITY, "");

  @Test
  void theTableSaysWhatIsNotMet() {
    assertThat(K20Report.text(List.of(ENERGY, RATIO)).lines())
        .anyMatch(
            line ->
                line.contains("844.70 J  844.00 J  1.50 J  840.50 to 848.90")
                    && line.contains("met")
                    && line.endsWith("as is"))
        .anyMatch(line -> line.contains("at least 3.000") && line.endsWith("NOT MET"));
  }

  @Test
  void jsonHasNumbersAndNullsWhereThereAreNone() throws Exception {
    JsonNode json = new ObjectMapper().readTree(K20Report.json(List.of(ENERGY, RATIO), 7));

    assertThat(json.path("seed").asLong()).isEqualTo(7);
    assertThat(json.path("met").asBoolean(true)).isFalse();
    assertThat(json.at("/rows/0/paper").asDouble()).isEqualTo(844.7);
    assertThat(json.at("/rows/0/met").asBoolean()).isTrue();
    assertThat(json.at("/rows/1/paper").isNull()).isTrue();
    assertThat(json.at("/rows/1/high").isNull()).isTrue();
  }
}

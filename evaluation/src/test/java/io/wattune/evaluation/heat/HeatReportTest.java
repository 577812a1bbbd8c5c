package io.wattune.evaluation.heat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.testbed.heat.HeatCard;
import io.wattune.testbed.heat.HeatEvaluation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The document's figures beside ours. */
class HeatReportTest {
  @Test
  void eachRowIsMarked() throws Exception {
    HeatCard card = HeatCard.gtx1050();
    var evaluation = new HeatEvaluation(card);
    HeatResult result =
        HeatResult.of(
            evaluation,
            evaluation.run(card.data().workloads().subList(0, 1), List.of(0.3, 0.4), n -> {}));

    JsonNode json = new ObjectMapper().readTree(HeatReport.json(result));
    assertThat(json.path("figures")).isNotEmpty();
    assertThat(json.path("figures"))
        .extracting(figure -> figure.path("kind").asText())
        .contains("calibration", "prediction", "needs the card");
    assertThat(json.path("figures"))
        .extracting(figure -> figure.path("figure").asText())
        .contains("5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8a", "5.8b");
    assertThat(json.path("rows")).hasSize(2);
    assertThat(json.path("beyondStatedKelvin").asDouble()).isNegative();
    assertThat(HeatReport.text(result)).contains("backprop", "geometric mean of slowdowns");
  }
}

package io.wattune.evaluation.estimators;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The scores as one JSON object. */
public final class ComparisonJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ComparisonJson() {}

  public static String of(Comparison comparison) {
    ObjectNode root = JSON.createObjectNode();
    root.put("seed", comparison.seed());
    root.put("traces", comparison.traces());
    root.put("smoothed", Choice.smoothed(comparison.simulated()));
    sensors(root.putArray("sensors"), comparison.simulated());
    if (!comparison.recorded().isEmpty()) {
      root.put("smoothedOfRecordings", Choice.smoothed(comparison.recorded()));
      sensors(root.putArray("recordings"), comparison.recorded());
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }

  private static void sensors(ArrayNode sensors, List<SensorScores> all) {
    for (SensorScores scores : all) {
      ObjectNode sensor = sensors.addObject();
      sensor.put("name", scores.sensor().name());
      sensor.put("class", scores.sensor().model().sensorClass().label());
      sensor.put("causalChoice", Choice.causal(scores));
      scores.causal().forEach(power(sensor.putArray("causal")));
      scores.smoothed().forEach(power(sensor.putArray("smoothed")));
      ArrayNode energies = sensor.putArray("energies");
      for (EnergyScore score : scores.energies()) {
        energies
            .addObject()
            .put("lengthSeconds", score.lengthSeconds())
            .put("rawError", score.raw())
            .put("endPointsError", score.endPoints())
            .put("ledgerError", score.ledger())
            .put("ledgerStatedError", score.stated())
            .put("ledgerCovered", score.covered());
      }
    }
  }

  private static java.util.function.Consumer<PowerScore> power(ArrayNode array) {
    return score ->
        array
            .addObject()
            .put("name", score.name())
            .put("plateauWatts", score.plateauWatts())
            .put("edgeWatts", score.edgeWatts())
            .put("afterWatts", score.afterWatts())
            .put("allWatts", score.allWatts())
            .put("covered", score.covered());
  }
}

package io.wattune.evaluation.errorbars;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Errors over stated errors as one JSON object. */
public final class ErrorBarsJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ErrorBarsJson() {}

  public static String of(List<ErrorBar> bars) {
    ObjectNode root = JSON.createObjectNode();
    coverage(root.putObject("all"), Coverage.of(bars));
    ArrayNode recordings = root.putArray("recordings");
    for (Coverage coverage : Coverage.by(bars, bar -> bar.recording().words())) {
      coverage(recordings.addObject(), coverage);
    }
    ArrayNode kinds = root.putArray("kinds");
    for (Coverage coverage : Coverage.by(bars, bar -> bar.kind().words())) {
      coverage(kinds.addObject(), coverage);
    }
    ArrayNode entries = root.putArray("entries");
    for (ErrorBar bar : bars) {
      entries
          .addObject()
          .put("recording", bar.recording().card())
          .put("signal", bar.recording().signal())
          .put("metered", bar.recording().metered())
          .put("kind", bar.kind().words())
          .put("name", bar.name())
          .put("energyJoules", bar.energyJoules())
          .put("standardErrorJoules", bar.errorJoules())
          .put("meterEnergyJoules", bar.meterJoules());
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }

  private static void coverage(ObjectNode into, Coverage coverage) {
    into.put("name", coverage.name())
        .put("entries", coverage.errors().size())
        .put("withinOneError", coverage.within(1))
        .put("withinTwoErrors", coverage.within(2))
        .put("rms", coverage.rms());
  }
}

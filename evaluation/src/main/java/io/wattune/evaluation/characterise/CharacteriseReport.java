package io.wattune.evaluation.characterise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import io.wattune.testbed.characterise.CardFigure;
import io.wattune.testbed.characterise.CardFit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures, and constants where they were fitted, as text and as JSON. */
public final class CharacteriseReport {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private CharacteriseReport() {}

  public static String text(List<CardFigure> figures, CardFit.@Nullable Result fit) {
    var out = new StringBuilder("The model of the HD7970, and Paul et al. 2015\n\n");
    var table =
        new TextTable(List.of("", "", "paper", "model", "allowed", "", "", ""), 0, 1, 4, 5, 6, 7);
    for (CardFigure figure : figures) {
      int digits = digits(figure);
      Double paper = figure.paper();
      table.row(
          List.of(
              figure.place(),
              figure.quantity(),
              paper == null ? "-" : Decimals.fixed(paper, digits),
              Decimals.fixed(figure.model(), digits),
              Decimals.fixed(figure.low(), digits) + " to " + Decimals.fixed(figure.high(), digits),
              figure.isMet() ? "met" : "NOT MET",
              figure.isFitted() ? "fitted" : "",
              figure.remark()));
    }
    table.appendTo(out, "");
    if (fit != null) {
      append(out, fit);
    }
    return out.toString();
  }

  /** As many that the bounds are told apart from the values. */
  private static int digits(CardFigure figure) {
    if (Math.abs(figure.model()) >= 20) {
      return 0;
    }
    return figure.high() - figure.low() < 0.1 ? 3 : 2;
  }

  private static void append(StringBuilder out, CardFit.Result fit) {
    out.append("\nFitted constants\n\n");
    var table = new TextTable(List.of("", "prior range", "fitted"), 0);
    for (CardFit.Fitted each : fit.constants()) {
      table.row(
          List.of(
              each.key(),
              each.low() + " to " + each.high(),
              Decimals.withError(each.value(), each.error())));
    }
    table.appendTo(out, "");
    out.append("\nHalf the sum of squares is ")
        .append(Decimals.fixed(fit.cost(), 3))
        .append("; starts agree within ")
        .append(String.format(Locale.ROOT, "%.0e", fit.spread()))
        .append(" standard deviations of a prior.\n");
  }

  public static String json(List<CardFigure> figures, CardFit.@Nullable Result fit) {
    ObjectNode root = JSON.createObjectNode();
    root.put("met", figures.stream().allMatch(CardFigure::isMet));
    ArrayNode rows = root.putArray("figures");
    for (CardFigure figure : figures) {
      ObjectNode row = rows.addObject();
      row.put("key", figure.key());
      row.put("place", figure.place());
      row.put("quantity", figure.quantity());
      row.put("paper", figure.paper());
      row.put("model", figure.model());
      row.put("low", figure.low());
      row.put("high", figure.high());
      row.put("met", figure.isMet());
      row.put("fitted", figure.isFitted());
      row.put("remark", figure.remark());
    }
    if (fit != null) {
      root.put("cost", fit.cost());
      root.put("spread", fit.spread());
      ArrayNode constants = root.putArray("constants");
      for (CardFit.Fitted each : fit.constants()) {
        ObjectNode constant = constants.addObject();
        constant.put("key", each.key());
        constant.put("priorLow", each.low());
        constant.put("priorHigh", each.high());
        constant.put("value", each.value());
        constant.put("error", each.error());
      }
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }
}

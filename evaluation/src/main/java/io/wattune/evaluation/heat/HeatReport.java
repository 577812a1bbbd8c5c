package io.wattune.evaluation.heat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import io.wattune.testbed.heat.ManagedRun.Outcome;
import io.wattune.testbed.server.DocumentFigure;

/** An evaluation of thermal management as text and as JSON. */
final class HeatReport {
  private static final double ZERO_CELSIUS = 273.15;

  private static final ReportTable<DocumentFigure> FIGURES =
      new ReportTable<DocumentFigure>()
          .words("figure", "figure", DocumentFigure::figure)
          .words("what", "what", DocumentFigure::what)
          .words("published", "published", DocumentFigure::paper)
          .words("ours", "ours", DocumentFigure::ours)
          .words("", "kind", figure -> figure.kind().label());

  private static final ReportTable<Row> ROWS =
      new ReportTable<Row>()
          .words("workload", Row::workload)
          .figures("below", row -> Decimals.percent(row.reduction(), 0))
          .figures("limit, C", row -> Decimals.fixed(row.limitKelvin() - ZERO_CELSIUS, 1))
          .figures("document", "%.2f x", Row::documentSlowdown)
          .figures("above", "%.1f", row -> row.document().overshootKelvin())
          .figures("held", "%.2f x", Row::heldSlowdown)
          .figures("predictive", "%.2f x", Row::predictiveSlowdown)
          .figures("above", "%.1f", row -> row.predictive().overshootKelvin())
          .figures("stated", "%.1f", row -> row.predictive().statedErrorKelvin())
          .words("", row -> row.isReachable() ? "" : "131 MHz is too hot");

  private HeatReport() {}

  static String text(HeatResult result) {
    var out = new StringBuilder("Thermal management on a simulated ");
    out.append(result.card()).append("\n\n").append(result.about()).append("\n\n");
    FIGURES.appendTo(out, result.figures());
    out.append(
            "\nSlowdown, and kelvin above the limit: the document's controller, the same with its")
        .append(" set point lowered\nuntil it holds the limit as the predictive one does, and")
        .append(" that one\n\n");
    ROWS.appendTo(out, result.rows());
    out.append("\npredictive against document, geometric mean of slowdowns: ")
        .append(change(result.heldRatio()))
        .append(" where both hold a limit that can be held; ")
        .append(change(result.heldRatioOfAll()))
        .append(" over all\nlimits, of which no clock holds ")
        .append(result.rows().stream().filter(row -> !row.isReachable()).count())
        .append(" of ")
        .append(result.rows().size())
        .append("; ")
        .append(change(result.ratio()))
        .append(" against the document's as it is, which is up to ")
        .append(Decimals.fixed(result.overshoot(row -> row.document().overshootKelvin()), 1))
        .append(" K above its limits\nthe predictive one is up to ")
        .append(Decimals.fixed(result.overshoot(row -> row.predictive().overshootKelvin()), 1))
        .append(" K above; what it states beforehand is never exceeded, by ")
        .append(Decimals.fixed(-result.beyondStated(), 1))
        .append(" K at the least\n");
    return out.toString();
  }

  private static String change(double ratio) {
    return (ratio > 1 ? "+" : "") + Decimals.fixed(100 * (ratio - 1), 1) + " %";
  }

  static String json(HeatResult result) {
    ObjectNode root = ReportJson.object();
    root.put("testbed", result.card());
    FIGURES.addTo(root.putArray("figures"), result.figures());
    ArrayNode rows = root.putArray("rows");
    for (Row row : result.rows()) {
      ObjectNode node =
          rows.addObject()
              .put("workload", row.workload())
              .put("reduction", row.reduction())
              .put("limitKelvin", row.limitKelvin())
              .put("reachable", row.isReachable());
      add(node.putObject("document"), row, row.document());
      add(node.putObject("documentHeld"), row, row.held());
      add(node.putObject("predictive"), row, row.predictive())
          .put("statedErrorKelvin", row.predictive().statedErrorKelvin())
          .put("beyondStatedKelvin", row.predictive().beyondStatedKelvin());
    }
    root.put("predictiveAgainstHeld", result.heldRatio());
    root.put("predictiveAgainstHeldAllLimits", result.heldRatioOfAll());
    root.put("predictiveAgainstDocument", result.ratio());
    root.put("beyondStatedKelvin", result.beyondStated());
    root.put("met", result.isMet());
    return ReportJson.pretty(root);
  }

  private static ObjectNode add(ObjectNode node, Row row, Outcome outcome) {
    return node.put("slowdown", outcome.seconds() / row.free().seconds())
        .put("energyRatio", outcome.joules() / row.free().joules())
        .put("hottestKelvin", outcome.hottestKelvin())
        .put("overshootKelvin", outcome.overshootKelvin());
  }
}

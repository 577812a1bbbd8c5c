package io.wattune.evaluation.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import io.wattune.testbed.server.DocumentFigure;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A suite's result, for people and as one JSON object. */
final class SuiteReport {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]+)?");

  private static final ReportTable<DocumentFigure> FIGURES =
      new ReportTable<DocumentFigure>()
          .words("figure", "figure", DocumentFigure::figure)
          .words("what", "what", DocumentFigure::what)
          .figures("document", DocumentFigure::paper)
          .field("paper", figure -> value(figure.paper()))
          .figures("ours", DocumentFigure::ours)
          .field("ours", figure -> value(figure.ours()))
          .words("kind", "kind", figure -> figure.kind().label());

  private static final ReportTable<Map.Entry<String, Double>> QUANTITIES =
      new ReportTable<Map.Entry<String, Double>>()
          .words("quantity", Map.Entry::getKey)
          .figures("value", each -> Decimals.fixed(each.getValue(), 3));

  private SuiteReport() {}

  static String text(SuiteResult result) {
    var out = new StringBuilder();
    FIGURES.appendTo(out, result.of().figures());
    for (var policy : new TreeMap<>(result.of().policies()).entrySet()) {
      out.append('\n').append(policy.getKey()).append('\n');
      QUANTITIES.appendTo(out, List.copyOf(new TreeMap<>(policy.getValue()).entrySet()), "  ");
    }
    result.missing().forEach(missing -> out.append('\n').append(missing).append('\n'));
    return out.toString();
  }

  static String json(SuiteResult result) {
    ObjectNode root = ReportJson.object();
    root.put("suite", result.suite());
    FIGURES.addTo(root.putArray("rows"), result.of().figures());
    ObjectNode policies = root.putObject("policies");
    for (var policy : new TreeMap<>(result.of().policies()).entrySet()) {
      ObjectNode into = policies.putObject(policy.getKey());
      new TreeMap<>(policy.getValue()).forEach(into::put);
    }
    if (!result.missing().isEmpty()) {
      result.missing().forEach(root.putArray("missing")::add);
    }
    return ReportJson.pretty(root);
  }

  /** A number where it is one: others are ranges, or words. */
  private static Object value(String text) {
    return NUMBER.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
  }
}

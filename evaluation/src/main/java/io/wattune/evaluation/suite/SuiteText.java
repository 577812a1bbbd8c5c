package io.wattune.evaluation.suite;

import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import io.wattune.testbed.server.ServerFigure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A suite's result for people. */
final class SuiteText {
  private SuiteText() {}

  static String of(SuiteResult result) {
    var out = new StringBuilder();
    var table = new TextTable(List.of("figure", "what", "document", "ours", "kind"), 0, 1, 4);
    for (ServerFigure figure : result.rows()) {
      table.row(
          List.of(
              figure.figure(),
              figure.what(),
              figure.paper(),
              figure.ours(),
              figure.kind().name().toLowerCase(Locale.ROOT)));
    }
    table.appendTo(out, "");
    for (var policy : new TreeMap<>(result.policies()).entrySet()) {
      out.append('\n').append(policy.getKey()).append('\n');
      var values = new TextTable(List.of("quantity", "value"), 0);
      for (Map.Entry<String, Double> each : new TreeMap<>(policy.getValue()).entrySet()) {
        values.row(List.of(each.getKey(), Decimals.fixed(each.getValue(), 3)));
      }
      values.appendTo(out, "  ");
    }
    for (String missing : result.missing()) {
      out.append('\n').append(missing).append('\n');
    }
    return out.toString();
  }
}

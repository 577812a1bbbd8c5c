package io.wattune.evaluation.k20;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.List;

/** Rows as a table for people, and as JSON. */
public final class K20Report {
  private K20Report() {}

  private static final ReportTable<K20Row> ROWS =
      new ReportTable<K20Row>()
          .field("key", K20Row::key)
          .words("", "quantity", K20Row::quantity)
          .field("unit", K20Row::unit)
          .figures("paper", row -> row.paper() == null ? "-" : figure(row, row.paper()))
          .field("paper", K20Row::paper)
          .figures("Wattune", row -> figure(row, row.wattune()))
          .field("wattune", K20Row::wattune)
          .figures("+-", row -> row.standardError() == null ? "" : figure(row, row.standardError()))
          .field("standardError", K20Row::standardError)
          .words("allowed", K20Report::allowed)
          .field("low", K20Row::low)
          .field("high", row -> Double.isInfinite(row.high()) ? null : row.high())
          .words("", row -> row.isMet() ? "met" : "NOT MET")
          .field("met", K20Row::isMet)
          .words("", "remark", K20Row::remark);

  public static String text(List<K20Row> rows) {
    var out =
        new StringBuilder(
            "A simulated K20 through the whole pipeline, and Burtscher et al. 2014\n\n");
    ROWS.appendTo(out, rows);
    return out.toString();
  }

  private static int digits(K20Row row) {
    return row.unit().isEmpty() ? 3 : 2;
  }

  private static String figure(K20Row row, double value) {
    return Decimals.fixed(value, digits(row)) + (row.unit().isEmpty() ? "" : " " + row.unit());
  }

  private static String allowed(K20Row row) {
    String low = Decimals.fixed(row.low(), digits(row));
    return Double.isInfinite(row.high())
        ? "at least " + low
        : low + " to " + Decimals.fixed(row.high(), digits(row));
  }

  public static String json(List<K20Row> rows, long seed) {
    ObjectNode root = ReportJson.object();
    root.put("seed", seed);
    root.put("met", rows.stream().allMatch(K20Row::isMet));
    ROWS.addTo(root.putArray("rows"), rows);
    return ReportJson.pretty(root);
  }
}

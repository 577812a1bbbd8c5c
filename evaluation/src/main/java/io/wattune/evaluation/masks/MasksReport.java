package io.wattune.evaluation.masks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.mask.CuLayout;
import io.wattune.core.masktime.MaskTime;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.Locale;
import java.util.stream.Collectors;

/** Measured and predicted times, for people and as one JSON object. */
final class MasksReport {
  private MasksReport() {}

  private static ReportTable<MaskEvaluation.Row> rows(CuLayout layout) {
    return new ReportTable<MaskEvaluation.Row>()
        .words("mask", "mask", row -> row.measured().mask().rocText())
        .words("units", row -> units(row, layout))
        .figures("measured ms", row -> Decimals.fixed(1e3 * row.measured().seconds(), 4))
        .field("seconds", row -> row.measured().seconds())
        .figures("predicted ms", row -> Decimals.fixed(1e3 * row.predictedSeconds(), 4))
        .field("predictedSeconds", MaskEvaluation.Row::predictedSeconds)
        .figures("error", row -> percent(row.predictedSeconds() / row.measured().seconds() - 1));
  }

  private static String units(MaskEvaluation.Row row, CuLayout layout) {
    return row.measured().mask().countsByEngine(layout).stream()
        .map(String::valueOf)
        .collect(Collectors.joining("+"));
  }

  static String text(MaskEvaluation evaluation, CuLayout layout) {
    var out = new StringBuilder();
    rows(layout).appendTo(out, evaluation.rows());
    out.append('\n').append(words(evaluation.fitted().time())).append('\n');
    errors(out, "the rule, fitted", evaluation.errors());
    errors(out, "time as 1 / units", evaluation.naive());
    double leftOut = evaluation.fitted().leftOutError();
    if (!Double.isNaN(leftOut)) {
      out.append("the rule on rows that its fit did not see: mean error ")
          .append(percent(leftOut))
          .append('\n');
    }
    return out.toString();
  }

  private static void errors(StringBuilder out, String what, MaskEvaluation.Errors errors) {
    out.append(what)
        .append(": mean error ")
        .append(percent(errors.mean()))
        .append(", largest ")
        .append(percent(errors.largest()))
        .append('\n');
  }

  private static String words(MaskTime time) {
    String dealing =
        time.dealing().blocks() > 0
            ? ", as of " + time.dealing().blocks() + " blocks"
            : time.dealing().proportion() > 0
                ? ", " + percent(time.dealing().proportion()) + " of it dealt by units"
                : "";
    return String.format(
        Locale.ROOT,
        "fit: %.4g ms, %.4g ms for each unit, work of %.4g ms on one unit%s; floors %.4g of the"
            + " device and %.4g of an engine, knee %s",
        1e3 * time.fixedSeconds(),
        1e3 * time.secondsPerUnit(),
        1e3 * time.workSeconds(),
        dealing,
        time.deviceFloor(),
        time.engineFloor(),
        time.knee().name().toLowerCase(Locale.ROOT));
  }

  private static String percent(double fraction) {
    return Decimals.percent(fraction, 1);
  }

  static String json(MaskEvaluation evaluation, CuLayout layout) {
    ObjectNode root = ReportJson.object();
    rows(layout).addTo(root.putArray("rows"), evaluation.rows());
    root.put("meanError", evaluation.errors().mean());
    root.put("largestError", evaluation.errors().largest());
    root.putObject("naive")
        .put("meanError", evaluation.naive().mean())
        .put("largestError", evaluation.naive().largest());
    ReportJson.putNumber(root, "leftOutError", evaluation.fitted().leftOutError());
    MaskTime time = evaluation.fitted().time();
    root.putObject("fit")
        .put("fixedSeconds", time.fixedSeconds())
        .put("secondsPerUnit", time.secondsPerUnit())
        .put("workSeconds", time.workSeconds())
        .put("deviceFloor", time.deviceFloor())
        .put("engineFloor", time.engineFloor())
        .put("knee", time.knee().name().toLowerCase(Locale.ROOT))
        .put("blocks", time.dealing().blocks())
        .put("proportion", time.dealing().proportion());
    return ReportJson.pretty(root);
  }
}

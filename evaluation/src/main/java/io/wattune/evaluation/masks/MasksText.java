package io.wattune.evaluation.masks;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.masktime.MaskTime;
import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Measured and predicted times for people. */
final class MasksText {
  private MasksText() {}

  static String of(MaskEvaluation evaluation, CuLayout layout) {
    var out = new StringBuilder();
    var table =
        new TextTable(List.of("mask", "units", "measured ms", "predicted ms", "error"), 0, 1);
    for (MaskEvaluation.Row row : evaluation.rows()) {
      double seconds = row.measured().seconds();
      table.row(
          List.of(
              row.measured().mask().rocText(),
              row.measured().mask().countsByEngine(layout).stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining("+")),
              Decimals.fixed(1e3 * seconds, 4),
              Decimals.fixed(1e3 * row.predictedSeconds(), 4),
              percent(row.predictedSeconds() / seconds - 1)));
    }
    table.appendTo(out, "");
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
    return Decimals.fixed(100 * fraction, 1) + " %";
  }
}

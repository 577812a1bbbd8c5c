package io.wattune.evaluation.energymodel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.energymodel.KernelTable;
import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.PowerPrediction;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.TextTable;
import java.util.List;

/** How well kernels were predicted, as text and as JSON. */
public final class ModelEvaluationReport {
  private ModelEvaluationReport() {}

  public static String text(MeasuredKernels measured, LeaveOneOut left) {
    var out = new StringBuilder();
    KernelTable kernels = left.table();
    out.append("Power of ")
        .append(kernels.size())
        .append(" kernels, each predicted without itself")
        .append(left.atOnce() > 1 ? " and " + (left.atOnce() - 1) + " others" : "")
        .append("\n\n");
    var table =
        new TextTable(List.of("", "measured, W", "predicted, W", "error, %", "stated errors"), 0);
    for (int i = 0; i < kernels.size(); i++) {
      PowerPrediction predicted = left.predictions().get(i);
      double watts = kernels.watts()[i];
      double error = predicted.watts() - watts;
      table.row(
          List.of(
              kernels.kernels().get(i),
              Decimals.fixed(watts, 1),
              Decimals.fixed(predicted.watts(), 1)
                  + " +- "
                  + Decimals.fixed(predicted.standardErrorWatts(), 1),
              Decimals.fixed(100 * error / watts, 1),
              Decimals.fixed(error / predicted.standardErrorWatts(), 2)));
    }
    table.appendTo(out, "");
    out.append("\nmean error ")
        .append(Decimals.fixed(100 * left.meanAbsoluteError(), 2))
        .append(" % of the measured power; a constant's is ")
        .append(Decimals.fixed(100 * left.meanAbsoluteErrorOfConstant(), 2))
        .append(" %\nr2 ")
        .append(Decimals.fixed(left.r2(), 3))
        .append("; within one stated error ")
        .append(Decimals.fixed(100 * left.within(1), 0))
        .append(" %, within two ")
        .append(Decimals.fixed(100 * left.within(2), 0))
        .append(" %\n\n");
    out.append(ColumnsText.of(measured));
    return out.toString();
  }

  public static String json(MeasuredKernels measured, LeaveOneOut left) {
    ObjectNode root = ReportJson.object();
    ArrayNode kernels = root.putArray("kernels");
    KernelTable table = left.table();
    for (int i = 0; i < table.size(); i++) {
      PowerPrediction predicted = left.predictions().get(i);
      kernels
          .addObject()
          .put("name", table.kernels().get(i))
          .put("watts", table.watts()[i])
          .put("predictedWatts", predicted.watts())
          .put("standardErrorWatts", predicted.standardErrorWatts());
    }
    root.put("meanAbsoluteError", left.meanAbsoluteError());
    ReportJson.putNumber(root, "r2", left.r2());
    root.put("withinTwoErrors", left.within(2));
    root.put("leftOutAtOnce", left.atOnce());
    ColumnsText.json(root, measured);
    return ReportJson.pretty(root);
  }
}

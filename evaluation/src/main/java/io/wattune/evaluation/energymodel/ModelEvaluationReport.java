package io.wattune.evaluation.energymodel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.PowerPrediction;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** How well kernels were predicted, as text and as JSON. */
public final class ModelEvaluationReport {
  private ModelEvaluationReport() {}

  private static List<Integer> indices(LeaveOneOut left) {
    return IntStream.range(0, left.table().size()).boxed().toList();
  }

  private static ReportTable<Integer> kernels(LeaveOneOut left) {
    IntFunction<PowerPrediction> predicted = left.predictions()::get;
    double[] watts = left.table().watts();
    IntToDoubleFunction error = i -> predicted.apply(i).watts() - watts[i];
    return new ReportTable<Integer>()
        .words("", "name", left.table().kernels()::get)
        .numbers("measured, W", "watts", 1, i -> watts[i])
        .figures(
            "predicted, W",
            i ->
                Decimals.fixed(predicted.apply(i).watts(), 1)
                    + " +- "
                    + Decimals.fixed(predicted.apply(i).standardErrorWatts(), 1))
        .field("predictedWatts", i -> predicted.apply(i).watts())
        .field("standardErrorWatts", i -> predicted.apply(i).standardErrorWatts())
        .figures("error, %", "%.1f", i -> 100 * error.applyAsDouble(i) / watts[i])
        .figures(
            "stated errors",
            "%.2f",
            i -> error.applyAsDouble(i) / predicted.apply(i).standardErrorWatts());
  }

  public static String text(MeasuredKernels measured, LeaveOneOut left) {
    var out = new StringBuilder();
    out.append("Power of ")
        .append(left.table().size())
        .append(" kernels, each predicted without itself")
        .append(left.atOnce() > 1 ? " and " + (left.atOnce() - 1) + " others" : "")
        .append("\n\n");
    kernels(left).appendTo(out, indices(left));
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
    kernels(left).addTo(root.putArray("kernels"), indices(left));
    root.put("meanAbsoluteError", left.meanAbsoluteError());
    ReportJson.putNumber(root, "r2", left.r2());
    root.put("withinTwoErrors", left.within(2));
    root.put("leftOutAtOnce", left.atOnce());
    ColumnsText.json(root, measured);
    return ReportJson.pretty(root);
  }
}

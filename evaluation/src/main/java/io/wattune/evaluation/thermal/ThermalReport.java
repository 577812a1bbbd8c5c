package io.wattune.evaluation.thermal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.model.TemperatureMap;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A chip's temperatures as text and as JSON. */
public final class ThermalReport {
  private static final double ZERO_CELSIUS = 273.15;

  private ThermalReport() {}

  public static String text(ThermalRun run) {
    FloorPlan plan = run.model().plan();
    double[] kelvin = run.blockKelvin();
    double[] watts = run.watts();
    var out = new StringBuilder();
    out.append("Temperatures of ")
        .append(plan.size())
        .append(" blocks, ")
        .append(run.model().config().kind().label())
        .append(" model, ")
        .append(when(run))
        .append("\n\n");
    new ReportTable<Integer>()
        .words("", i -> plan.blocks().get(i).name())
        .figures("watts", i -> Decimals.fixed(watts[i], 3))
        .figures("kelvin", i -> Decimals.fixed(kelvin[i], 2))
        .figures("Celsius", i -> Decimals.fixed(kelvin[i] - ZERO_CELSIUS, 2))
        .appendTo(out, IntStream.range(0, kelvin.length).boxed().toList());
    TemperatureMap map = run.map();
    double hottest = Arrays.stream(map.kelvin()).max().orElse(0);
    double coolest = Arrays.stream(map.kelvin()).min().orElse(0);
    out.append("\nsilicon from ")
        .append(Decimals.fixed(coolest, 2))
        .append(" to ")
        .append(Decimals.fixed(hottest, 2))
        .append(" K, on ")
        .append(map.rows())
        .append(" x ")
        .append(map.columns())
        .append(" cells\n")
        .append(Decimals.fixed(Arrays.stream(watts).sum(), 3))
        .append(" W go in")
        .append(run.model().leakage() == null ? "" : " and leakage")
        .append(", ")
        .append(Decimals.fixed(run.wattsToAir(), 3))
        .append(" W leave to the air\nsolved in ")
        .append(Decimals.fixed(run.seconds(), 3))
        .append(" s");
    if (run.isTransient()) {
      out.append(", ").append(run.steps()).append(" steps");
    }
    return out.append('\n').toString();
  }

  private static String when(ThermalRun run) {
    int intervals = run.trace().size();
    return run.isTransient()
        ? "after " + simulatedSeconds(run) + " s (" + intervals + " intervals)"
        : "steady, under the mean of " + intervals + " intervals";
  }

  private static double simulatedSeconds(ThermalRun run) {
    return run.trace().size() * run.model().config().get(Parameter.SAMPLING_INTVL);
  }

  public static String json(ThermalRun run) {
    ObjectNode root = ReportJson.object();
    ArrayNode blocks = root.putArray("blocks");
    double[] kelvin = run.blockKelvin();
    for (int i = 0; i < kelvin.length; i++) {
      blocks
          .addObject()
          .put("name", run.model().plan().blocks().get(i).name())
          .put("kelvin", rounded(kelvin[i]));
    }
    TemperatureMap map = run.map();
    ObjectNode grid = root.putObject("grid").put("rows", map.rows()).put("columns", map.columns());
    ArrayNode cells = grid.putArray("kelvin");
    for (double value : map.kelvin()) {
      cells.add(rounded(value));
    }
    root.put("seconds", run.seconds());
    root.put("model", run.model().config().kind().label());
    root.put("wattsToAir", run.wattsToAir());
    if (run.isTransient()) {
      root.put("simulatedSeconds", simulatedSeconds(run));
      root.put("steps", run.steps());
    }
    return root.toString();
  }

  /** To a hundredth of a millikelvin: a map of many cells is no longer than it need be. */
  private static double rounded(double kelvin) {
    return Math.rint(kelvin * 1e5) / 1e5;
  }
}

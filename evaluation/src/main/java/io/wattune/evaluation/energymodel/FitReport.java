package io.wattune.evaluation.energymodel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.energymodel.KernelTable;
import io.wattune.core.energymodel.LinearPower;
import io.wattune.core.energymodel.PublishedComponent;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A fitted model, as text and as JSON. */
public final class FitReport {
  private FitReport() {}

  public static String text(FittedModel fit) {
    var out = new StringBuilder();
    LinearPower model = fit.model();
    out.append("Power of ")
        .append(fit.measured().table().size())
        .append(" kernels as an idle power and so much for each counter (")
        .append(fit.loss().name().toLowerCase(Locale.ROOT))
        .append(fit.isNonNegative() ? ", none below 0" : "")
        .append(")\n\n");
    energies(out, fit);
    out.append("\nA kernel's power lies about the model by ")
        .append(Decimals.fixed(model.scaleWatts(), 1))
        .append(" W. Predicted without itself, it is off by ")
        .append(Decimals.fixed(100 * fit.left().meanAbsoluteError(), 2))
        .append(" % in the mean; a constant is by ")
        .append(Decimals.fixed(100 * fit.left().meanAbsoluteErrorOfConstant(), 2))
        .append(
            " %.\nThe model of 'energy-model evaluate' predicts better where responses are curved.\n");
    int merged = 0;
    for (LinearPower.Term term : model.terms()) {
      if (term.counters().size() > 1) {
        out.append(merged++ == 0 ? "\n" : "")
            .append("these kernels cannot distinguish, so the first stands for all: ")
            .append(String.join(", ", term.names()))
            .append('\n');
      }
    }
    out.append("\nShare of each kernel's modelled power, %\n");
    shares(out, fit);
    out.append('\n').append(ColumnsText.of(fit.measured()));
    return out.toString();
  }

  private static void energies(StringBuilder out, FittedModel fit) {
    OptionalDouble seconds = fit.secondsOfTime();
    String time = fit.measured().time();
    String perTime = time == null ? "W for a rate of one" : "W for one in a unit of " + time;
    boolean hasPublished =
        fit.model().terms().stream().anyMatch(term -> published(term, fit) != null);
    ToDoubleFunction<LinearPower.Term> unit = term -> fit.isEnergy(term) ? seconds.orElse(1) : 1;
    var table =
        new ReportTable<LinearPower.Term>()
            .words("", LinearPower.Term::name)
            .figures(
                seconds.isPresent() ? "joules an access" : perTime,
                term -> number(term.watts() * unit.applyAsDouble(term)))
            .figures(
                "error",
                term ->
                    Double.isNaN(term.standardError())
                        ? "at 0"
                        : number(term.standardError() * unit.applyAsDouble(term)))
            .words(
                "",
                term ->
                    fit.isEnergy(term)
                        ? ""
                        : term.counters().isEmpty() ? "W" : "W for one of the level");
    if (hasPublished) {
      table.figures(
          "GTX 1050, published",
          term -> {
            Double known = published(term, fit);
            return known == null ? "" : number(known);
          });
    }
    table.appendTo(out, fit.model().terms(), "  ");
  }

  /** The published energy of a component of this name. */
  private static @Nullable Double published(LinearPower.Term term, FittedModel fit) {
    if (!fit.isEnergy(term) || fit.secondsOfTime().isEmpty()) {
      return null;
    }
    for (PublishedComponent each : PublishedComponent.values()) {
      if (each.name().equalsIgnoreCase(term.names().get(0))) {
        return each.joulesPerAccess();
      }
    }
    return null;
  }

  private static void shares(StringBuilder out, FittedModel fit) {
    List<LinearPower.Term> terms =
        fit.model().terms().stream().filter(term -> term.watts() != 0).toList();
    KernelTable kernels = fit.measured().table();
    IntToDoubleFunction modelled = i -> fit.model().predict(kernels.rates()[i]).watts();
    var table = new ReportTable<Integer>().words("", kernels.kernels()::get);
    for (LinearPower.Term term : terms) {
      table.figures(
          term.counters().isEmpty() ? term.name() : term.names().get(0),
          "%.1f",
          i -> 100 * term.partWatts(kernels.rates()[i]) / modelled.applyAsDouble(i));
    }
    table
        .figures("W", "%.1f", modelled::applyAsDouble)
        .figures("measured", "%.1f", i -> kernels.watts()[i])
        .appendTo(out, IntStream.range(0, kernels.size()).boxed().toList(), "  ");
  }

  private static String number(double value) {
    double size = Math.abs(value);
    return value == 0 || (size >= 0.01 && size < 1e5)
        ? Decimals.fixed(value, 3)
        : String.format(Locale.ROOT, "%.3e", value);
  }

  public static String json(FittedModel fit) {
    ObjectNode root = ReportJson.object();
    root.put("loss", fit.loss().name().toLowerCase(Locale.ROOT));
    root.put("nonNegative", fit.isNonNegative());
    OptionalDouble seconds = fit.secondsOfTime();
    ArrayNode terms = root.putArray("terms");
    for (LinearPower.Term term : fit.model().terms()) {
      ObjectNode node = terms.addObject();
      node.put("name", term.name());
      term.names().forEach(node.putArray("counters")::add);
      node.put("watts", term.watts());
      ReportJson.putNumber(node, "standardErrorWatts", term.standardError());
      if (fit.isEnergy(term) && seconds.isPresent()) {
        node.put("joules", term.watts() * seconds.getAsDouble());
        ReportJson.putNumber(
            node, "standardErrorJoules", term.standardError() * seconds.getAsDouble());
      }
    }
    ArrayNode rows = root.putArray("covariances");
    for (double[] row : fit.model().covariances()) {
      ArrayNode cells = rows.addArray();
      for (double each : row) {
        if (Double.isNaN(each)) {
          cells.addNull();
        } else {
          cells.add(each);
        }
      }
    }
    root.put("scaleWatts", fit.model().scaleWatts());
    root.put("meanAbsoluteError", fit.left().meanAbsoluteError());
    kernels(root, fit);
    ColumnsText.json(root, fit.measured());
    return ReportJson.pretty(root);
  }

  private static void kernels(ObjectNode root, FittedModel fit) {
    ArrayNode kernels = root.putArray("kernels");
    KernelTable table = fit.measured().table();
    for (int i = 0; i < table.size(); i++) {
      ObjectNode node = kernels.addObject();
      node.put("name", table.kernels().get(i));
      node.put("watts", table.watts()[i]);
      ArrayNode parts = node.putArray("partsWatts");
      for (LinearPower.Term term : fit.model().terms()) {
        parts.add(term.partWatts(table.rates()[i]));
      }
    }
  }
}

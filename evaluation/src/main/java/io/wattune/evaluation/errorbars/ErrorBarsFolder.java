package io.wattune.evaluation.errorbars;

import io.wattune.report.plot.CoveragePng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Errors over stated errors as a folder: a page, and a plot. */
public final class ErrorBarsFolder {
  private static final String PLOT = "error-bars.png";

  private ErrorBarsFolder() {}

  public static void write(Path folder, List<ErrorBar> bars) throws IOException {
    Files.createDirectories(folder);
    Coverage all = Coverage.of(bars);
    Map<String, DoubleUnaryOperator> curves = new LinkedHashMap<>();
    curves.put(all.name(), all::within);
    Coverage.by(
            bars,
            bar ->
                bar.recording().card()
                    + (bar.recording().metered() ? ", with the meter" : ", readings alone"))
        .forEach(coverage -> curves.put(coverage.name(), coverage::within));
    String subtitle =
        all.errors().size()
            + " ledger entries of recorded cards, against the meter beside them; a curve above the"
            + " normal distribution's states too much";
    CoveragePng.write("Errors over stated errors", subtitle, curves, folder.resolve(PLOT));
    String page =
        ("# Errors over stated errors\n\nMade by `./wattune evaluate error-bars FOLDER "
                + "--out DIR` from the cards that were recorded\nbeside a meter. What is compared, "
                + "and what was found: [true-power.md](true-power.md).\n\n```\n%s```\n\n![Errors "
                + "over stated errors](%s)\n")
            .formatted(ErrorBarsReport.text(bars), PLOT);
    Files.writeString(folder.resolve("error-bars.md"), page);
  }
}

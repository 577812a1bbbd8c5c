package io.wattune.evaluation.estimators;

import io.wattune.core.estimate.PowerEstimate;
import io.wattune.report.plot.Series;
import io.wattune.report.plot.SeriesRole;
import io.wattune.report.plot.TracePlot;
import io.wattune.report.plot.TracePng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The comparison as a folder: a page, and a plot of each sensor. */
public final class ComparisonFolder {
  private static final double LENGTH_SECONDS = 6;
  private static final double BEFORE_THE_FIRST_SECONDS = 0.5;
  private static final double STEP_SECONDS = 0.002;

  private ComparisonFolder() {}

  public static void write(Path folder, Comparison comparison) throws IOException {
    Files.createDirectories(folder);
    var page = new StringBuilder("# Estimators of true power\n\n");
    page.append("Made by `./wattune evaluate estimators --seed ").append(comparison.seed());
    page.append(" --traces ").append(comparison.traces());
    page.append(comparison.recorded().isEmpty() ? "" : " --recordings FOLDER")
        .append(" --out DIR`. What is compared, and what was");
    page.append(" decided: [true-power.md](true-power.md).\n\n");
    page.append("```\n").append(ComparisonReport.text(comparison)).append("```\n\n");
    List<SensorScores> all = comparison.all();
    for (int i = 0; i < all.size(); i++) {
      String file = "estimators-" + (i + 1) + ".png";
      boolean isSimulated = i < comparison.simulated().size();
      TracePng.write(plot(all.get(i), isSimulated), folder.resolve(file));
      String name = all.get(i).sensor().name();
      page.append("![").append(name).append("](").append(file).append(")\n\n");
    }
    Files.writeString(folder.resolve("estimators.md"), page.toString().stripTrailing() + "\n");
  }

  private static TracePlot plot(SensorScores scores, boolean isSimulated) {
    SensedTrace trace = scores.example();
    Candidate walk = Candidates.smoothed().get(2);
    PowerEstimate estimate = walk.estimate().apply(trace);
    double[] errors = new double[estimate.size()];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = Math.sqrt(estimate.variances()[i]);
    }
    return new TracePlot(
        scores.sensor().name(),
        isSimulated ? "simulated, seed of the first trace" : "recorded beside a meter",
        List.of(
            series(
                "readings", SeriesRole.RAW, trace, trace.seconds(), trace.watts(), new double[0]),
            truth(trace),
            series(
                walk.name(), SeriesRole.TRUE, trace, estimate.seconds(), estimate.watts(), errors)),
        List.of(),
        List.of("The band is one standard error."));
  }

  private static double from(SensedTrace trace) {
    return trace.truth().boundaries()[0] - BEFORE_THE_FIRST_SECONDS;
  }

  private static Series truth(SensedTrace trace) {
    int steps = (int) Math.round(LENGTH_SECONDS / STEP_SECONDS);
    double[] seconds = new double[steps];
    double[] watts = new double[steps];
    for (int i = 0; i < steps; i++) {
      seconds[i] = from(trace) + i * STEP_SECONDS;
      watts[i] = trace.truth().powerWatts(seconds[i]);
    }
    return series("true power", SeriesRole.METER, trace, seconds, watts, new double[0]);
  }

  /** The part of a line that is drawn. */
  private static Series series(
      String name,
      SeriesRole role,
      SensedTrace trace,
      double[] seconds,
      double[] watts,
      double[] errors) {
    int first = 0;
    while (first < seconds.length && seconds[first] < from(trace)) {
      first++;
    }
    int end = first;
    while (end < seconds.length && seconds[end] < from(trace) + LENGTH_SECONDS) {
      end++;
    }
    long[] times = new long[end - first];
    for (int i = 0; i < times.length; i++) {
      times[i] = trace.truth().startNanos() + Math.round(seconds[first + i] * 1e9);
    }
    return new Series(
        name,
        role,
        times,
        Arrays.copyOfRange(watts, first, end),
        errors.length == 0 ? errors : Arrays.copyOfRange(errors, first, end));
  }
}

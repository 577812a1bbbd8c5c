package io.wattune.launcher.evaluate.estimators;

import io.wattune.core.estimate.PowerEstimate;
import io.wattune.launcher.plot.Role;
import io.wattune.launcher.plot.Series;
import io.wattune.launcher.plot.TracePlot;
import io.wattune.launcher.plot.TracePng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The comparison as a folder: a page, and a plot of each sensor. */
final class ComparisonFolder {
  private static final long LENGTH_NANOS = 6_000_000_000L;
  private static final long START_NANOS = Load.START_NANOS + 2_000_000_000L;

  private ComparisonFolder() {}

  static void write(Path folder, List<SensorScores> all, long seed, int traces) throws IOException {
    Files.createDirectories(folder);
    var page = new StringBuilder("# Estimators of true power\n\n");
    page.append("Made by `./wattune evaluate estimators --seed ").append(seed);
    page.append(" --traces ").append(traces).append(" --out DIR`. What is compared, and what was");
    page.append(" decided: [true-power.md](true-power.md).\n\n");
    page.append("```\n").append(ComparisonText.of(all, seed, traces)).append("```\n\n");
    for (int i = 0; i < all.size(); i++) {
      String file = "estimators-" + (i + 1) + ".png";
      TracePng.write(plot(all.get(i)), folder.resolve(file));
      String name = all.get(i).kind().name();
      page.append("![").append(name).append("](").append(file).append(")\n\n");
    }
    Files.writeString(folder.resolve("estimators.md"), page.toString().stripTrailing() + "\n");
  }

  private static TracePlot plot(SensorScores scores) {
    SensedTrace trace = scores.example();
    Candidate walk = Candidates.smoothed().get(2);
    PowerEstimate estimate = walk.estimate().apply(trace);
    double[] errors = new double[estimate.size()];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = Math.sqrt(estimate.variances()[i]);
    }
    return new TracePlot(
        scores.kind().name(),
        "simulated, seed of the first trace",
        List.of(
            series("readings", Role.RAW, trace.seconds(), trace.watts(), new double[0]),
            truth(trace.load()),
            series(walk.name(), Role.TRUE, estimate.seconds(), estimate.watts(), errors)),
        List.of(),
        List.of("The band is one standard error. The dark line is true power."));
  }

  private static Series truth(Load load) {
    var nanos = new ArrayList<Long>();
    for (long at = START_NANOS; at < START_NANOS + LENGTH_NANOS; at += 2_000_000L) {
      nanos.add(at);
    }
    double[] seconds = new double[nanos.size()];
    double[] watts = new double[nanos.size()];
    for (int i = 0; i < watts.length; i++) {
      seconds[i] = (nanos.get(i) - Load.START_NANOS) * 1e-9;
      watts[i] = load.powerWatts(seconds[i]);
    }
    return series("true power", Role.METER, seconds, watts, new double[0]);
  }

  /** The part of a line that is drawn. */
  private static Series series(
      String name, Role role, double[] seconds, double[] watts, double[] errors) {
    double from = (START_NANOS - Load.START_NANOS) * 1e-9;
    int first = 0;
    while (first < seconds.length && seconds[first] < from) {
      first++;
    }
    int end = first;
    while (end < seconds.length && seconds[end] < from + LENGTH_NANOS * 1e-9) {
      end++;
    }
    long[] times = new long[end - first];
    for (int i = 0; i < times.length; i++) {
      times[i] = Load.START_NANOS + Math.round(seconds[first + i] * 1e9);
    }
    return new Series(
        name,
        role,
        times,
        Arrays.copyOfRange(watts, first, end),
        errors.length == 0 ? errors : Arrays.copyOfRange(errors, first, end));
  }
}

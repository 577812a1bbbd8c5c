package io.wattune.testbed.server;

import io.wattune.core.mask.CuPlacement;
import io.wattune.core.masktime.Dealing;
import io.wattune.core.masktime.Knee;
import io.wattune.core.masktime.MaskTime;
import io.wattune.testbed.server.DocumentFigure.Kind;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The simulated server's characterisation beside the document's: figures 2.5, 3.9 and 4.x. */
public final class MaskFigures extends DocumentFigures {
  private static final int UNITS = 60;

  /** A dip is lower than its neighbours by so much, a spike higher; the document's are larger. */
  private static final double NOTABLE = 0.05;

  /**
   * Figure 2.5's product of matrices, 128 blocks. Its floor is calibrated: with it 15 packed units
   * take 12 % less energy.
   */
  static final ServerKernel PRODUCT =
      new ServerKernel(
          "matrix-product",
          KernelSensitivity.MEDIUM,
          new MaskTime(2e-5, 0, 0.1, 1 / 18.7, 0, Knee.SHARP, Dealing.EQUAL));

  /** Figure 3.9's vector product: many blocks, no limit but the units. */
  static final ServerKernel VECTORS =
      new ServerKernel("vector-product", KernelSensitivity.HIGH, MaskTime.ofWork(0.1));

  private MaskFigures() {}

  /** All of them. */
  public static List<DocumentFigure> all() {
    var figures = new MaskFigures();
    figures.chapterTwo();
    figures.placements();
    figures.models();
    figures.gating();
    figures.serving();
    return figures.figures();
  }

  private void add(String figure, String what, double paper, double ours, Kind kind) {
    add(figure, what, four(paper), four(ours), kind);
  }

  private static String four(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static double watts(ServerKernel kernel, List<Integer> units, Gating gating) {
    return ServerPower.watts(units, Mi50.highestMegaHertz(), kernel.busyUnits(units), gating);
  }

  private static double watts(ServerKernel kernel, CuPlacement placement, int count) {
    return watts(kernel, Mi50.units(placement, count), Gating.NONE);
  }

  private static double joules(ServerKernel kernel, CuPlacement placement, int count) {
    return watts(kernel, placement, count) * kernel.seconds(Mi50.units(placement, count));
  }

  private static String counts(IntPredicate which) {
    return IntStream.range(2, UNITS)
        .filter(which)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  /** Of the same work, so that only idle power is seen. */
  private static boolean isDip(CuPlacement placement, int count) {
    double here = idle(placement, count) / (1 - NOTABLE);
    return here < idle(placement, count - 1) && here < idle(placement, count + 1);
  }

  private static double idle(CuPlacement placement, int count) {
    return ServerPower.watts(Mi50.units(placement, count), Mi50.highestMegaHertz(), 0, Gating.NONE);
  }

  private static boolean isSpike(CuPlacement placement, int count) {
    double here = VECTORS.seconds(Mi50.units(placement, count)) / (1 + NOTABLE);
    return here > VECTORS.seconds(Mi50.units(placement, count - 1));
  }

  private void chapterTwo() {
    add(
        "2.5a",
        "distributed: units at which idle power dips",
        "31 59",
        counts(count -> isDip(CuPlacement.DISTRIBUTED, count)),
        Kind.CALIBRATION);
    add(
        "2.5a",
        "packed: units at which idle power dips",
        "7 22 37 52",
        counts(count -> isDip(CuPlacement.PACKED, count)),
        Kind.CALIBRATION);
    double packed = 0;
    double distributed = 0;
    double least = 1;
    double full = joules(PRODUCT, CuPlacement.DISTRIBUTED, UNITS);
    for (int count = 1; count <= UNITS; count++) {
      packed += watts(PRODUCT, CuPlacement.PACKED, count);
      distributed += watts(PRODUCT, CuPlacement.DISTRIBUTED, count);
      for (CuPlacement each : List.of(CuPlacement.PACKED, CuPlacement.DISTRIBUTED)) {
        least = Math.min(least, joules(PRODUCT, each, count) / full);
      }
    }
    add(
        "2.5a",
        "packed takes less power on average than distributed",
        "yes",
        yes(packed < distributed));
    add("2.5b", "most energy that is saved", 0.46, 1 - least, Kind.PREDICTION);
    add(
        "2.5b",
        "energy that 15 packed units save",
        0.12,
        1 - joules(PRODUCT, CuPlacement.PACKED, 15) / full,
        Kind.CALIBRATION);
  }

  private void placements() {
    add(
        "3.8",
        "19 units, conserved",
        "10 9 0 0",
        Mi50.units(CuPlacement.CONSERVED, 19).stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" ")));
    add(
        "3.9",
        "packed: units at which time spikes",
        "16 31 46",
        counts(count -> isSpike(CuPlacement.PACKED, count)));
    add(
        "3.9",
        "distributed: units below 16 with a slower engine than conserved",
        "7 11 15",
        counts(
            count ->
                count < 16 && slower(CuPlacement.DISTRIBUTED, count) > NOTABLE && count % 4 == 3));
    double worst = 0;
    for (int count = 1; count <= UNITS; count++) {
      double best =
          Math.min(
              VECTORS.seconds(Mi50.units(CuPlacement.PACKED, count)),
              VECTORS.seconds(Mi50.units(CuPlacement.DISTRIBUTED, count)));
      double conserved = VECTORS.seconds(Mi50.units(CuPlacement.CONSERVED, count));
      worst = Math.max(worst, conserved / best - 1);
    }
    add(
        "3.9",
        "conserved: most that it is slower than the better of both (avoids both pitfalls)",
        0,
        worst,
        Kind.PREDICTION);
    double saved = 0;
    for (int count = 36; count <= 44; count++) {
      double joules = joules(VECTORS, CuPlacement.CONSERVED, count);
      saved = Math.max(saved, 1 - joules / joules(VECTORS, CuPlacement.CONSERVED, UNITS));
    }
    add("3.9", "energy that conserved saves near 40 units", 0.08, saved, Kind.PREDICTION);
  }

  private static double slower(CuPlacement placement, int count) {
    return VECTORS.seconds(Mi50.units(placement, count))
            / VECTORS.seconds(Mi50.units(CuPlacement.CONSERVED, count))
        - 1;
  }

  private void models() {
    for (StatedModel stated : Mi50.MODELS) {
      ServerModel model = InferenceServer.model(stated.name());
      String name = stated.name() + ": ";
      String table = "table 3.3";
      add(table, name + "kernels", stated.kernels(), model.kernels().size(), Kind.CALIBRATION);
      add(
          table,
          name + "right-size, units",
          stated.rightSize(),
          Mi50.rightSize(model::seconds),
          Kind.CALIBRATION);
      double tail = model.seconds(Mi50.all()) * (1 + 1.645 * Mi50.LATENCY_SPREAD);
      add(table, name + "95th percentile, s", stated.tailSeconds(), tail, Kind.CALIBRATION);
    }
    add(
        "3.4",
        "albert: most kernels need at most 10 units",
        "yes",
        yes(needing("albert", count -> count <= 10) > 0.5));
    add(
        "3.4",
        "resnext101: part of kernels that need less than 20 units",
        "many",
        four(needing("resnext101", count -> count < 20)));
    add(
        "3.4",
        "resnext101: part of kernels that need more than half",
        "most",
        four(needing("resnext101", count -> count > 30)));
  }

  private static double needing(String model, IntPredicate which) {
    List<ServerKernel> kernels = InferenceServer.model(model).kernels();
    double number =
        kernels.stream().filter(kernel -> which.test(Mi50.rightSize(kernel::seconds))).count();
    return number / kernels.size();
  }

  /** Mean over the models, relative to each one's with all units at the highest clock. */
  private static double relativeWatts(int count, int megaHertz, Gating gating) {
    return InferenceServer.geometricMean(
        InferenceServer.models(), model -> watts(model, count, megaHertz, gating) / full(model));
  }

  private static double full(ServerModel model) {
    return watts(model, UNITS, Mi50.highestMegaHertz(), Gating.NONE);
  }

  private static double watts(ServerModel model, int count, int megaHertz, Gating gating) {
    List<Integer> units = Mi50.units(CuPlacement.CONSERVED, count);
    double clock = (double) megaHertz / Mi50.highestMegaHertz();
    // The same work in a longer time.
    double busy = model.busyUnits(units) * model.seconds(units) / model.seconds(units, clock);
    return ServerPower.watts(units, megaHertz, busy, gating);
  }

  private void gating() {
    int highest = Mi50.highestMegaHertz();
    add("4.2", "idle, W", 15, ServerPower.IDLE_WATTS, Kind.CALIBRATION);
    double lowest = 1;
    for (int count = 32; count <= 58; count++) {
      List<Integer> units = Mi50.units(CuPlacement.DISTRIBUTED, count);
      double watts = ServerPower.watts(units, highest, 20, Gating.NONE);
      lowest = Math.min(lowest, watts / ServerPower.watts(Mi50.all(), highest, 20, Gating.NONE));
    }
    add(
        "4.2",
        "least power from 32 units on, same work, of that of 60",
        1,
        lowest,
        Kind.CALIBRATION);
    double saved = 0;
    for (int count = 1; count <= UNITS; count++) {
      double engines = relativeWatts(count, highest, Gating.ENGINE);
      saved += (1 - relativeWatts(count, highest, Gating.UNIT) / engines) / UNITS;
    }
    add(
        "4.4",
        "what gating units saves of the power with gated engines, mean over units",
        0.09,
        saved,
        Kind.CALIBRATION);
    add(
        "4.3",
        "active idle of a unit rises with the clock at every step",
        "yes",
        yes(rises()),
        Kind.CALIBRATION);
  }

  private static boolean rises() {
    return IntStream.range(1, Mi50.MEGA_HERTZ.size())
        .allMatch(
            i ->
                ServerPower.unitWatts(Mi50.MEGA_HERTZ.get(i))
                    > ServerPower.unitWatts(Mi50.MEGA_HERTZ.get(i - 1)));
  }

  /**
   * Chapter 4 speaks of batches of one, but its table 4.1 has the latencies of table 3.3, which are
   * of batches of 32: so these are.
   */
  private void serving() {
    double slowest = (double) Mi50.MEGA_HERTZ.get(0) / Mi50.highestMegaHertz();
    int most = 0;
    int least = UNITS;
    for (ServerModel model : InferenceServer.models()) {
      double slo = 2 * model.seconds(Mi50.all());
      int first = 0;
      for (int count = UNITS; count > 0 && first == 0; count--) {
        if (model.seconds(Mi50.units(CuPlacement.CONSERVED, count), slowest) > slo) {
          first = count;
        }
      }
      most = Math.max(most, first);
      least = Math.min(least, first);
    }
    add(
        "4.5",
        "units at which the first and the last model misses 2 x at the lowest clock",
        "30 to 15",
        most + " to " + least);
    add(
        "4.6a",
        "gating units: best number over levels of power",
        "just above 30",
        four(best(Gating.UNIT)));
    add(
        "4.6b",
        "gating engines: best number over levels of power",
        "just below 45",
        four(best(Gating.ENGINE)));
  }

  /** Mean over levels of power of the units with which most requests are served within it. */
  private static double best(Gating gating) {
    double[][] watts = new double[Mi50.MEGA_HERTZ.size()][UNITS + 1];
    double[][] rates = new double[Mi50.MEGA_HERTZ.size()][UNITS + 1];
    for (int clock = 0; clock < watts.length; clock++) {
      int megaHertz = Mi50.MEGA_HERTZ.get(clock);
      for (int count = 1; count <= UNITS; count++) {
        watts[clock][count] = relativeWatts(count, megaHertz, gating);
        rates[clock][count] = relativeRate(count, megaHertz);
      }
    }
    double sum = 0;
    int levels = 0;
    for (double level = 0.5; level < 0.95; level += 0.05) {
      int best = 0;
      double most = 0;
      for (int clock = 0; clock < watts.length; clock++) {
        for (int count = 1; count <= UNITS; count++) {
          if (watts[clock][count] <= level && rates[clock][count] > most) {
            best = count;
            most = rates[clock][count];
          }
        }
      }
      sum += best;
      levels++;
    }
    return sum / levels;
  }

  private static double relativeRate(int count, int megaHertz) {
    double clock = (double) megaHertz / Mi50.highestMegaHertz();
    List<Integer> units = Mi50.units(CuPlacement.CONSERVED, count);
    return InferenceServer.geometricMean(
        InferenceServer.models(), model -> model.seconds(Mi50.all()) / model.seconds(units, clock));
  }
}

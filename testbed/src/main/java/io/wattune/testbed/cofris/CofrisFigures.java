package io.wattune.testbed.cofris;

import static io.wattune.testbed.cofris.ScalingPolicy.BASELINE;
import static io.wattune.testbed.cofris.ScalingPolicy.COFRIS_CU;
import static io.wattune.testbed.cofris.ScalingPolicy.COFRIS_CU_BATCHES;
import static io.wattune.testbed.cofris.ScalingPolicy.COFRIS_SE;
import static io.wattune.testbed.cofris.ScalingPolicy.FS;
import static io.wattune.testbed.cofris.ScalingPolicy.JOINT;
import static io.wattune.testbed.cofris.ScalingPolicy.JOINT_PARKING;
import static io.wattune.testbed.cofris.ScalingPolicy.RS_CU;
import static io.wattune.testbed.cofris.ScalingPolicy.RS_SE;

import io.wattune.core.serving.Arrivals;
import io.wattune.testbed.cofris.CofrisRuns.Case;
import io.wattune.testbed.server.DocumentFigures;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.ServerModel;
import io.wattune.testbed.server.ServerResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Clock and units by load on the simulated MI50 beside figures 4.9 to 4.11 of Chow 2023, and what
 * is beyond them. All are predictions: the testbed was fixed before a policy ran on it.
 */
public final class CofrisFigures extends DocumentFigures {
  private static final List<ScalingPolicy> PUBLISHED =
      List.of(BASELINE, FS, RS_SE, RS_CU, COFRIS_SE, COFRIS_CU);

  /** Objectives of figures 4.10 and 4.11, in tails of the server that is left alone. */
  private static final List<Double> OBJECTIVES = List.of(1.25, 1.5, 1.75, 2.0);

  private static final double OBJECTIVE = 2;

  /** Where the document says nothing. */
  private static final String NOTHING = "-";

  /** Latencies drift after five minutes. */
  private static double drift(double atSeconds) {
    return atSeconds < 300 ? 1 : 1.15;
  }

  private final CofrisRuns runs;
  private final List<LoadShape> loads;

  private CofrisFigures(List<LoadShape> loads, long seed) {
    this.runs = new CofrisRuns(seed);
    this.loads = loads;
  }

  /**
   * Runs all of them.
   *
   * @param recorded loads; the document's figures are of the first. Without any they are of a drawn
   *     one
   */
  public static ServerResult run(List<LoadShape> recorded, long seed) {
    List<LoadShape> loads = new ArrayList<>(recorded);
    for (int drawn = 1; drawn <= 2; drawn++) {
      loads.add(LoadShape.drawn("drawn-" + drawn, 1000 * seed + drawn));
    }
    var figures = new CofrisFigures(loads, seed);
    figures.power();
    figures.objectives();
    figures.everyLoad();
    figures.least();
    figures.sampling();
    figures.drift();
    return new ServerResult(figures.figures(), figures.policies());
  }

  /** The document's load: even, as a load generator sends it. */
  private Case document(double objective) {
    return new Case(loads.get(0), Arrivals.EVEN, objective);
  }

  private double power(ScalingPolicy policy) {
    return runs.power(policy, document(OBJECTIVE));
  }

  private void power() {
    String load = loads.get(0).name() + ": ";
    add("4.9", load + "cofris-cu: power by the baseline's", 0.72, power(COFRIS_CU));
    add("4.9", load + "cofris-cu below fs, parts of it", 0.13, power(FS) - power(COFRIS_CU));
    add("4.9", load + "cofris-cu below rs-cu", 0.05, power(RS_CU) - power(COFRIS_CU));
    add("4.9", load + "cofris-se below fs", 0.06, power(FS) - power(COFRIS_SE));
    add("4.9", load + "rs-se below fs", "similar", number(power(FS) - power(RS_SE)));
    add("4.6a", load + "cofris-cu: mean units", "just above 30", units(COFRIS_CU));
    add("4.6b", load + "cofris-se: mean units", "just below 45", units(COFRIS_SE));
  }

  private String units(ScalingPolicy policy) {
    double sum = 0;
    for (ServerModel model : CofrisRuns.models()) {
      sum += runs.of(model, policy, document(OBJECTIVE)).units();
    }
    return number(sum / CofrisRuns.models().size());
  }

  private void objectives() {
    String load = loads.get(0).name() + ": ";
    for (double objective : List.of(1.25, 1.5)) {
      add(
          "4.10",
          load + "cofris-cu: power at " + objective + " x above that at 2 x, at most",
          0.02,
          runs.power(COFRIS_CU, document(objective)) - power(COFRIS_CU));
    }
    double largest = 0;
    int misses = 0;
    for (ScalingPolicy policy : PUBLISHED) {
      largest = Math.max(largest, runs.tail(policy, document(OBJECTIVE)));
      for (double objective : OBJECTIVES) {
        misses += runs.misses(policy, document(objective));
      }
    }
    add("4.11", load + "largest tail of a policy, by the baseline's", 1.75, largest);
    add("4.11", load + "no policy misses, 1.25 to 2 x", "yes", yes(misses == 0));
  }

  private static String of(Case of) {
    return of.load().name() + ", " + of.arrivals().name().toLowerCase(Locale.ROOT);
  }

  private List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (LoadShape load : loads) {
      for (Arrivals arrivals : Arrivals.values()) {
        cases.add(new Case(load, arrivals, OBJECTIVE));
      }
    }
    return cases;
  }

  private void everyLoad() {
    for (Case each : cases()) {
      double cofris = runs.power(COFRIS_CU, each);
      add("beyond", of(each) + ": cofris-cu: power by the baseline's", NOTHING, number(cofris));
      for (ScalingPolicy policy : List.of(JOINT, JOINT_PARKING)) {
        String what = of(each) + ": " + policy.word() + " below cofris-cu, parts of the baseline's";
        add("beyond", what, NOTHING, number(cofris - runs.power(policy, each)));
      }
      add(
          "beyond",
          of(each) + ": joint below cofris-cu with batches of up to 8, parts of the baseline's",
          NOTHING,
          number(runs.power(COFRIS_CU_BATCHES, each) - runs.power(JOINT, each)));
      int misses = 0;
      for (ScalingPolicy policy :
          List.of(FS, RS_CU, COFRIS_SE, COFRIS_CU, COFRIS_CU_BATCHES, JOINT, JOINT_PARKING)) {
        misses += runs.misses(policy, each);
      }
      add("beyond", of(each) + ": models and policies that miss 2 x", NOTHING, misses + "");
    }
  }

  /** How far a policy could go that knew each level: batches gain nothing where nobody waits. */
  private void least() {
    for (LoadShape load : loads) {
      var even = new Case(load, Arrivals.EVEN, OBJECTIVE);
      double single = runs.least(even, 1);
      add(
          "beyond",
          of(even) + ": least power, levels known, one at a time",
          NOTHING,
          number(single));
      add(
          "beyond",
          of(even) + ": least power, levels known, batches held until full, below that",
          NOTHING,
          number(single - runs.least(even, 1, 2, 3, 4, 6, SimulatedProfile.MOST)));
    }
  }

  private void sampling() {
    var sampled = new SampledTables(runs, document(OBJECTIVE));
    add("4.2.2", "settings that a tenth of 540 is, most of a model", NOTHING, sampled.most() + "");
    add("4.2.2", "sampled: largest stated error of a time", NOTHING, number(sampled.stated()));
    add("4.2.2", "sampled: largest error of a time", NOTHING, number(sampled.largest()));
    add("4.2.2", "sampled: largest error of a power", NOTHING, number(sampled.largestWatts()));
    add(
        "4.2.2",
        loads.get(0).name()
            + ": cofris-cu by a tenth: power above that by all, models that miss 2 x",
        NOTHING,
        number(sampled.power() - power(COFRIS_CU)) + " " + sampled.misses());
  }

  private void drift() {
    for (Arrivals arrivals : Arrivals.values()) {
      var each = new Case(loads.get(0), arrivals, OBJECTIVE);
      for (ScalingPolicy policy : List.of(COFRIS_CU, JOINT)) {
        int misses = 0;
        for (ServerModel model : CofrisRuns.models()) {
          double slo = OBJECTIVE * runs.baselineTail(model, arrivals);
          misses += runs.of(model, policy, each, CofrisFigures::drift).tail() > slo ? 1 : 0;
        }
        double power =
            InferenceServer.geometricMean(
                CofrisRuns.models(),
                model ->
                    runs.of(model, policy, each, CofrisFigures::drift).watts()
                        / runs.of(model, BASELINE, each, CofrisFigures::drift).watts());
        add(
            "beyond",
            "%s: 15 %% slower after 5 minutes: %s: power, models that miss"
                .formatted(of(each), policy.word()),
            NOTHING,
            number(power) + " " + misses);
      }
    }
  }

  private Map<String, Map<String, Double>> policies() {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    for (ScalingPolicy policy : ScalingPolicy.values()) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (Case each : cases()) {
        String name =
            "." + each.load().name() + "." + each.arrivals().name().toLowerCase(Locale.ROOT);
        values.put("power" + name, runs.power(policy, each));
        values.put("tail" + name, runs.tail(policy, each));
        values.put("misses" + name, (double) runs.misses(policy, each));
      }
      if (!policy.isJoint()) {
        for (double objective : OBJECTIVES) {
          values.put("power.objective." + objective, runs.power(policy, document(objective)));
          values.put("tail.objective." + objective, runs.tail(policy, document(objective)));
        }
      }
      for (ServerModel model : CofrisRuns.models()) {
        double alone = runs.of(model, BASELINE, document(OBJECTIVE)).watts();
        double watts = runs.of(model, policy, document(OBJECTIVE)).watts();
        values.put("power.model." + model.name(), watts / alone);
      }
      all.put(policy.word(), values);
    }
    return all;
  }
}

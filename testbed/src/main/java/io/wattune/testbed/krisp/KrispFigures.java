package io.wattune.testbed.krisp;

import static io.wattune.testbed.krisp.PartitionPolicy.KRISP_I;
import static io.wattune.testbed.krisp.PartitionPolicy.KRISP_O;
import static io.wattune.testbed.krisp.PartitionPolicy.MODEL_RIGHT_SIZE;
import static io.wattune.testbed.krisp.PartitionPolicy.MPS_DEFAULT;
import static io.wattune.testbed.krisp.PartitionPolicy.STATIC_EQUAL;

import io.wattune.testbed.server.DocumentFigure;
import io.wattune.testbed.server.DocumentFigures;
import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.ServerModel;
import io.wattune.testbed.server.ServerResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Policies for compute units on the simulated MI50 beside figures 3.14 to 3.17 and table 3.4 of
 * Chow 2023. All are predictions: the testbed was fixed before a policy ran on it.
 */
public final class KrispFigures extends DocumentFigures {
  /** Those of the document, in the order of table 3.4. */
  static final List<PartitionPolicy> PUBLISHED =
      List.of(MPS_DEFAULT, STATIC_EQUAL, MODEL_RIGHT_SIZE, KRISP_O, KRISP_I);

  private static final int BATCH = ServerModel.STATED_BATCH;

  /** Limits at which figure 3.17 spikes, with their neighbours, and the ends. */
  private static final List<Integer> LIMITS =
      List.of(0, 14, 15, 16, 17, 29, 30, 31, 32, 44, 45, 46, 47, 60);

  /** Table 3.4: most workers without a miss of the SLO, in the order of the policies. */
  private static final Map<String, List<Integer>> MOST_WORKERS =
      new TreeMap<>(
          Map.of(
              "albert", List.of(4, 2, 2, 2, 2),
              "resnet152", List.of(2, 4, 2, 2, 4),
              "densenet201", List.of(2, 1, 2, 2, 1),
              "alexnet", List.of(4, 4, 4, 4, 4),
              "resnext101", List.of(2, 2, 2, 2, 4),
              "shufflenet", List.of(2, 1, 2, 2, 4),
              "squeezenet", List.of(2, 4, 2, 2, 4),
              "vgg19", List.of(2, 4, 2, 1, 4)));

  private final KrispRuns runs;

  private KrispFigures(long seed) {
    runs = new KrispRuns(seed);
  }

  /** Runs all of them. */
  public static ServerResult run(long seed) {
    var figures = new KrispFigures(seed);
    figures.throughput();
    figures.energy();
    figures.mostWorkers();
    figures.batches();
    figures.pairs();
    figures.overlaps();
    figures.emulation();
    var critical = new CriticalFigures(figures.runs);
    Map<String, Map<String, Double>> policies = figures.policies();
    policies.putAll(critical.policies());
    List<DocumentFigure> all = new ArrayList<>(figures.figures());
    all.addAll(critical.all());
    return new ServerResult(List.copyOf(all), policies);
  }

  private double throughput(int batch, PartitionPolicy policy, int workers) {
    return KrispRuns.mean(batch, model -> runs.throughput(model, policy, workers));
  }

  private double energy(PartitionPolicy policy, int workers) {
    return KrispRuns.mean(BATCH, model -> runs.energy(model, policy, workers)) - 1;
  }

  private void throughput() {
    String figure = "3.14a";
    double krisp = throughput(BATCH, KRISP_I, 4);
    add(figure, "krisp-i: throughput of 4 workers by that of one alone", 2, krisp);
    double others = 0;
    for (PartitionPolicy policy : PUBLISHED.subList(0, 4)) {
      others += Math.max(throughput(BATCH, policy, 2), throughput(BATCH, policy, 4)) / 4;
    }
    add(figure, "other policies: the same, mean of the better of 2 and 4 workers", 1.5, others);
    add(
        figure,
        "krisp-i by static-equal, 4 workers",
        1.22,
        krisp / throughput(BATCH, STATIC_EQUAL, 4));
    double most = 0;
    for (ServerModel model : KrispRuns.models(BATCH)) {
      most = Math.max(most, runs.throughput(model, KRISP_I, 4));
    }
    add(figure, "krisp-i: largest of a model, 4 workers", 3.5, most);
    List<String> paper = List.of("no", "yes", "no", "no", "yes");
    for (PartitionPolicy policy : PUBLISHED) {
      add(
          figure,
          policy.word() + ": more throughput with 4 workers than with 2",
          paper.get(PUBLISHED.indexOf(policy)),
          yes(throughput(BATCH, policy, 4) > throughput(BATCH, policy, 2)));
    }
  }

  private void energy() {
    String figure = "3.14c";
    String what = ": change of energy of an inference, workers: ";
    add(figure, KRISP_I.word() + what + 2, -0.29, energy(KRISP_I, 2));
    add(figure, KRISP_I.word() + what + 4, -0.33, energy(KRISP_I, 4));
    add(figure, MPS_DEFAULT.word() + what + 2, -0.15, energy(MPS_DEFAULT, 2));
    add(figure, MODEL_RIGHT_SIZE.word() + what + 2, -0.19, energy(MODEL_RIGHT_SIZE, 2));
    add(figure, KRISP_O.word() + what + 2, -0.19, energy(KRISP_O, 2));
    add(figure, STATIC_EQUAL.word() + what + 4, -0.18, energy(STATIC_EQUAL, 4));
  }

  private void mostWorkers() {
    for (ServerModel model : KrispRuns.models(BATCH)) {
      List<Integer> paper = MOST_WORKERS.getOrDefault(model.name(), List.of());
      for (int i = 0; i < paper.size(); i++) {
        PartitionPolicy policy = PUBLISHED.get(i);
        add(
            "table 3.4",
            model.name() + ", " + policy.word() + ": most workers within twice the tail alone",
            String.valueOf(paper.get(i)),
            String.valueOf(runs.mostWorkers(model, policy)));
      }
    }
  }

  private void batches() {
    for (int batch : new int[] {16, 8}) {
      PartitionPolicy best = MPS_DEFAULT;
      for (PartitionPolicy policy : PUBLISHED) {
        best = throughput(batch, policy, 4) > throughput(batch, best, 4) ? policy : best;
      }
      add(
          batch == 16 ? "3.15a" : "3.15b",
          "batches of " + batch + ": policy with most throughput, 4 workers",
          KRISP_I.word(),
          best.word());
    }
  }

  private void pairs() {
    double mps = median(MPS_DEFAULT);
    double model = median(MODEL_RIGHT_SIZE);
    double krisp = median(KRISP_I);
    add(
        "3.16",
        "pairs of models: krisp-i at least model-right-size, at the median",
        "yes",
        yes(krisp >= model));
    add(
        "3.16",
        "pairs of models: model-right-size above mps-default, at the median",
        "yes",
        yes(model > mps));
  }

  /** Of all pairs of two models, the sum of what each has of its throughput alone. */
  private double median(PartitionPolicy policy) {
    List<ServerModel> models = KrispRuns.models(BATCH);
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      for (int j = i + 1; j < models.size(); j++) {
        List<ServerModel> pair = List.of(models.get(i), models.get(j));
        List<Double> rates = runs.of(pair, policy).ofWorkers();
        sums.add(
            rates.get(0) / runs.alone(pair.get(0)).perSecond()
                + rates.get(1) / runs.alone(pair.get(1)).perSecond());
      }
    }
    Collections.sort(sums);
    return (sums.get((sums.size() - 1) / 2) + sums.get(sums.size() / 2)) / 2;
  }

  private void overlaps() {
    Map<Integer, Double> byLimit = new LinkedHashMap<>();
    for (int limit : LIMITS) {
      byLimit.put(
          limit,
          KrispRuns.mean(
              BATCH,
              model ->
                  runs.of(Collections.nCopies(4, model), KRISP_O, limit, EmulationCost.NATIVE)
                          .perSecond()
                      / runs.alone(model).perSecond()));
    }
    StringBuilder spikes = new StringBuilder();
    for (int limit : new int[] {15, 16, 30, 31, 45, 46}) {
      double here = byLimit.getOrDefault(limit, 0.0);
      if (here > 1.01 * byLimit.getOrDefault(limit - 1, 0.0)
          && here > 1.01 * byLimit.getOrDefault(limit + 1, 0.0)) {
        spikes.append(spikes.length() > 0 ? " " : "").append(limit);
      }
    }
    add(
        "3.17",
        "overlap limits at which throughput spikes, 4 workers",
        "16 31 46",
        spikes.toString());
    add(
        "3.17",
        "less overlap is more throughput: limit 0 above limit 60, 4 workers",
        "yes",
        yes(byLimit.getOrDefault(0, 0.0) > byLimit.getOrDefault(60, 0.0)));
  }

  /** What the document's formula says of a native GPU, against what that is on the testbed. */
  private void emulation() {
    for (int workers : KrispRuns.WORKERS) {
      double worst = 0;
      for (ServerModel model : KrispRuns.models(BATCH)) {
        List<ServerModel> models = Collections.nCopies(workers, model);
        double estimate =
            EmulationCost.withoutIt(
                runs.of(models, KRISP_I, 0, EmulationCost.MI50).mean(),
                runs.of(models, MPS_DEFAULT, 60, EmulationCost.MI50).mean(),
                runs.of(models, MPS_DEFAULT, 60, EmulationCost.NATIVE).mean());
        double truth = runs.of(models, KRISP_I, 0, EmulationCost.NATIVE).mean();
        worst = Math.max(worst, Math.abs(estimate / truth - 1));
      }
      add("3.13", "emulation: largest error of a model's latency, workers: " + workers, 0, worst);
    }
  }

  private Map<String, Map<String, Double>> policies() {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    for (PartitionPolicy policy : PartitionPolicy.values()) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (int workers : KrispRuns.WORKERS) {
        values.put("throughput." + workers, throughput(BATCH, policy, workers));
        values.put("energy." + workers, 1 + energy(policy, workers));
        values.put(
            "tail." + workers, KrispRuns.mean(BATCH, model -> runs.tail(model, policy, workers)));
      }
      values.put("throughput.batch16.4", throughput(16, policy, 4));
      values.put("throughput.batch8.4", throughput(8, policy, 4));
      all.put(policy.word(), values);
    }
    return all;
  }
}

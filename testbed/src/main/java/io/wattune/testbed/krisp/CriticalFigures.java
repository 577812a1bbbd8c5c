package io.wattune.testbed.krisp;

import io.wattune.core.mask.CuPlacement;
import io.wattune.core.rightsize.ExactAllocation;
import io.wattune.core.rightsize.GreedyAllocation;
import io.wattune.core.rightsize.KernelTimes;
import io.wattune.core.rightsize.PartedAllocation;
import io.wattune.testbed.server.DocumentFigure;
import io.wattune.testbed.server.DocumentFigures;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Units by how critical a kernel is to its model (Chow 2023, section 3.6) on the simulated MI50:
 * figures 3.20 and 3.21, and the allocations that the document leaves to future work.
 */
final class CriticalFigures extends DocumentFigures {
  /** How much longer than it must a model may take where the least units are looked for. */
  private static final double WITHIN = 0.02;

  /** The right-sizes that all is compared with (section 3.3.2). */
  private static final double RIGHT_SIZE = 0.01;

  /** Where the document says nothing. */
  private static final String NOTHING = "-";

  /** Of the objective: 2 x the tail alone. */
  private static final double OBJECTIVE = 2;

  /** How units are given to kernels. */
  enum Sizing {
    /** KRISP's: each within 1 %. */
    RIGHT_SIZE,
    /** The document's algorithm 2. */
    GREEDY,
    /** The least units with the same time. */
    EXACT,
    /** For a number of workers. */
    PARTED;

    String word() {
      return "critical-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Key(String model, Sizing sizing, int workers) {}

  private final KrispRuns runs;
  private final Map<String, KernelTimes> times = new LinkedHashMap<>();
  private final Map<Key, SharedRun.Outcome> outcomes = new LinkedHashMap<>();

  CriticalFigures(KrispRuns runs) {
    this.runs = runs;
  }

  private static List<ServerModel> models() {
    return KrispRuns.models(ServerModel.STATED_BATCH);
  }

  /** What a profile of a model's kernels says. */
  static KernelTimes times(ServerModel model) {
    int units = Mi50.LAYOUT.units();
    double[][] seconds = new double[model.kernels().size()][units];
    for (int kernel = 0; kernel < seconds.length; kernel++) {
      for (int count = 1; count <= units; count++) {
        List<Integer> placed = Mi50.units(CuPlacement.CONSERVED, count);
        seconds[kernel][count - 1] = model.kernels().get(kernel).seconds(placed);
      }
    }
    return new KernelTimes(seconds);
  }

  private int[] sizes(ServerModel model, Sizing sizing, int workers) {
    KernelTimes profile = times.computeIfAbsent(model.name(), name -> times(model));
    int[] rightSizes = profile.rightSizes(RIGHT_SIZE);
    return switch (sizing) {
      case RIGHT_SIZE -> rightSizes;
      case GREEDY -> GreedyAllocation.of(profile, profile.sum(rightSizes));
      case EXACT -> ExactAllocation.of(profile, profile.sum(rightSizes));
      case PARTED -> PartedAllocation.of(profile, workers, WITHIN);
    };
  }

  /** Units in all by those of KRISP. */
  double units(ServerModel model, Sizing sizing, int workers) {
    double units = Arrays.stream(sizes(model, sizing, workers)).sum();
    return units / Arrays.stream(sizes(model, Sizing.RIGHT_SIZE, workers)).sum();
  }

  private double units(Sizing sizing, int workers) {
    double sum = 0;
    for (ServerModel model : models()) {
      sum += units(model, sizing, workers) / models().size();
    }
    return sum;
  }

  private SharedRun.Outcome of(ServerModel model, Sizing sizing, int workers) {
    return outcomes.computeIfAbsent(
        new Key(model.name(), sizing, workers),
        key -> runs.ofKernels(model, sizes(model, sizing, workers), workers));
  }

  double tail(ServerModel model, Sizing sizing, int workers) {
    return of(model, sizing, workers).tail() / runs.alone(model).tail();
  }

  private double throughput(ServerModel model, Sizing sizing, int workers) {
    return of(model, sizing, workers).perSecond() / runs.alone(model).perSecond();
  }

  /** The models that miss the objective, by their names. */
  List<String> misses(Sizing sizing, int workers) {
    return models().stream()
        .filter(model -> tail(model, sizing, workers) > OBJECTIVE)
        .map(ServerModel::name)
        .toList();
  }

  List<DocumentFigure> all() {
    add("3.20", "greedy: units in all by KRISP's", "0.850", units(Sizing.GREEDY, 1));
    add("3.20", "exact, the same time: units by KRISP's", NOTHING, units(Sizing.EXACT, 1));
    for (int workers : KrispRuns.WORKERS) {
      String what = "parted, workers: " + workers + ": units by KRISP's";
      add("3.20", what, NOTHING, units(Sizing.PARTED, workers));
    }
    for (int workers : new int[] {2, 4}) {
      for (Sizing sizing : Sizing.values()) {
        String what = sizing.word() + ": models that miss 2 x, workers: " + workers;
        String paper = sizing == Sizing.GREEDY ? "misses" : NOTHING;
        add("3.21b", what, paper, words(misses(sizing, workers)));
      }
    }
    add(
        "3.21b",
        "models that miss 2 x with 4 workers whatever policy of table 3.4",
        NOTHING,
        words(missedByAll()));
    add(
        "3.21a",
        "greedy: models with more throughput than before, 4 workers",
        "albert resnet152 resnext101 shufflenet vgg19",
        words(winners()));
    return figures();
  }

  private List<String> missedByAll() {
    return models().stream()
        .filter(
            model ->
                KrispFigures.PUBLISHED.stream()
                    .allMatch(policy -> runs.tail(model, policy, 4) > OBJECTIVE))
        .map(ServerModel::name)
        .toList();
  }

  /** Above MPS default and KRISP-O by more than chance: half a percent. */
  private List<String> winners() {
    return models().stream()
        .filter(
            model ->
                throughput(model, Sizing.GREEDY, 4)
                    > 1.005
                        * Math.max(
                            runs.throughput(model, PartitionPolicy.MPS_DEFAULT, 4),
                            runs.throughput(model, PartitionPolicy.KRISP_O, 4)))
        .map(ServerModel::name)
        .toList();
  }

  private static String words(List<String> names) {
    return names.isEmpty() ? "none" : names.stream().collect(Collectors.joining(" "));
  }

  /** By their names, the means over the models of what each came to. */
  Map<String, Map<String, Double>> policies() {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    for (Sizing sizing : List.of(Sizing.GREEDY, Sizing.EXACT, Sizing.PARTED)) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (int workers : KrispRuns.WORKERS) {
        int batch = ServerModel.STATED_BATCH;
        values.put(
            "throughput." + workers,
            KrispRuns.mean(batch, model -> throughput(model, sizing, workers)));
        values.put(
            "energy." + workers,
            KrispRuns.mean(
                batch,
                model -> of(model, sizing, workers).joulesEach() / runs.alone(model).joulesEach()));
        values.put("tail." + workers, KrispRuns.mean(batch, model -> tail(model, sizing, workers)));
        values.put("units." + workers, units(sizing, workers));
        values.put("misses." + workers, (double) misses(sizing, workers).size());
      }
      all.put(sizing.word(), values);
    }
    return all;
  }
}

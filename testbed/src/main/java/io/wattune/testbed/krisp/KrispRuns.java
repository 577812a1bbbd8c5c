package io.wattune.testbed.krisp;

import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Runs of workers of one model under all policies, each made once. */
final class KrispRuns {
  static final List<Integer> WORKERS = List.of(1, 2, 4);
  private static final int UNITS = Mi50.LAYOUT.units();

  /** Counted inferences of each worker. */
  private static final int INFERENCES = 12;

  private final long seed;
  private final Map<Key, SharedRun.Outcome> outcomes = new HashMap<>();
  private final Map<ServerModel, ModelSizes> sizes = new HashMap<>();

  private record Key(
      List<ServerModel> models, PartitionPolicy policy, int overlapLimit, EmulationCost cost) {}

  KrispRuns(long seed) {
    this.seed = seed;
  }

  /** Workers of some models, one each. */
  SharedRun.Outcome of(
      List<ServerModel> models, PartitionPolicy policy, int overlapLimit, EmulationCost cost) {
    return outcomes.computeIfAbsent(
        new Key(models, policy, overlapLimit, cost),
        key ->
            SharedRun.of(
                models,
                models.stream().map(each -> sizes.computeIfAbsent(each, ModelSizes::of)).toList(),
                policy,
                overlapLimit,
                cost,
                INFERENCES,
                seed));
  }

  SharedRun.Outcome of(ServerModel model, PartitionPolicy policy, int workers) {
    return of(Collections.nCopies(workers, model), policy);
  }

  /** Workers of some models, one each, on a GPU that sets masks itself. */
  SharedRun.Outcome of(List<ServerModel> models, PartitionPolicy policy) {
    return of(models, policy, policy.overlapLimit(UNITS), EmulationCost.NATIVE);
  }

  /** Workers of a model whose kernels have so many units each, which may be shared. */
  SharedRun.Outcome ofKernels(ServerModel model, int[] units, int workers) {
    var ofWorker = new ModelSizes(UNITS, units);
    return SharedRun.of(
        Collections.nCopies(workers, model),
        Collections.nCopies(workers, ofWorker),
        PartitionPolicy.KRISP_O,
        UNITS,
        EmulationCost.NATIVE,
        INFERENCES,
        seed);
  }

  /** A worker alone on the whole GPU. */
  SharedRun.Outcome alone(ServerModel model) {
    return of(model, PartitionPolicy.MPS_DEFAULT, 1);
  }

  /** Inferences a second of all workers by those of one alone. */
  double throughput(ServerModel model, PartitionPolicy policy, int workers) {
    return of(model, policy, workers).perSecond() / alone(model).perSecond();
  }

  /** Energy of an inference by that of one alone. */
  double energy(ServerModel model, PartitionPolicy policy, int workers) {
    return of(model, policy, workers).joulesEach() / alone(model).joulesEach();
  }

  /** 95th percentile by that of one alone. */
  double tail(ServerModel model, PartitionPolicy policy, int workers) {
    return of(model, policy, workers).tail() / alone(model).tail();
  }

  /** Most workers whose 95th percentile is at most twice that of one alone. */
  int mostWorkers(ServerModel model, PartitionPolicy policy) {
    int most = 0;
    for (int workers : WORKERS) {
      most = tail(model, policy, workers) <= 2 ? workers : most;
    }
    return most;
  }

  /** Geometric mean over the models, of a batch. */
  static double mean(int batch, ToDoubleFunction<ServerModel> value) {
    return InferenceServer.geometricMean(models(batch), value);
  }

  static List<ServerModel> models(int batch) {
    return InferenceServer.models().stream()
        .map(model -> batch == model.batch() ? model : model.ofBatch(batch))
        .toList();
  }
}

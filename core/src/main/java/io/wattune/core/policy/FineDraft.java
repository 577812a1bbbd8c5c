package io.wattune.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A kernel's memory while a policy works on it. */
final class FineDraft {
  private final String activityName;
  FineState state;
  Map<String, Integer> rungs;
  Map<String, Integer> bestRungs;
  List<String> frozen;
  String trying;
  List<String> queue;
  RateStatistics reference;
  RateStatistics benchmark;
  RateStatistics best;
  RateStatistics trial;
  RateStatistics fallen;
  FineScores scores;
  LossBudget budget;
  private final double tolerance;
  private final Objective objective;
  boolean faster;
  int reverts;
  int restarts;
  long restartedNanos;
  long trialNanos;
  long sinceNanos;
  long referenceNanos;

  FineDraft(FineMemory memory) {
    activityName = memory.activityName();
    state = memory.state();
    rungs = new HashMap<>(memory.rungs());
    bestRungs = new HashMap<>(memory.bestRungs());
    frozen = new ArrayList<>(memory.frozen());
    trying = memory.trying();
    queue = new ArrayList<>(memory.queue());
    reference = memory.reference();
    benchmark = memory.benchmark();
    best = memory.best();
    trial = memory.trial();
    fallen = memory.fallen();
    scores = memory.scores();
    budget = memory.budget();
    tolerance = memory.tolerance();
    objective = memory.objective();
    faster = memory.faster();
    reverts = memory.reverts();
    restarts = memory.restarts();
    restartedNanos = memory.restartedNanos();
    trialNanos = memory.trialNanos();
    sinceNanos = memory.sinceNanos();
    referenceNanos = memory.referenceNanos();
  }

  String activityName() {
    return activityName;
  }

  /** Another state with other settings; what is measured from now on is new. */
  void enter(FineState next, Map<String, Integer> wished, long nowNanos) {
    state = next;
    rungs = new HashMap<>(wished);
    trial = RateStatistics.NONE;
    scores = scores.anew();
    sinceNanos = nowNanos;
  }

  FineMemory memory() {
    return new FineMemory(
        activityName,
        state,
        rungs,
        bestRungs,
        frozen,
        trying,
        queue,
        reference,
        benchmark,
        best,
        trial,
        fallen,
        scores,
        budget,
        tolerance,
        objective,
        faster,
        reverts,
        restarts,
        restartedNanos,
        trialNanos,
        sinceNanos,
        referenceNanos);
  }
}

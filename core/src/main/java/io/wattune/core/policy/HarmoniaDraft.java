package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A kernel's memory while {@link HarmoniaPolicy} works on it. */
final class HarmoniaDraft {
  private final HarmoniaMemory before;
  HarmoniaState state;
  Map<String, Integer> rungs;
  boolean areSettingsNew;
  Map<String, SensitivityBin> bins;
  List<Map<String, SensitivityBin>> looks;
  Map<String, SensitivityBin> alarm;
  Map<String, Integer> best;
  double bestSignal;
  double ownSignal;
  double reference;
  List<String> frozen;
  List<String> trying;
  List<String> queue;
  double sum;
  int count;
  int waits;
  int dithers;
  int restarts;
  long restartedNanos;
  List<KnownPhase> phases;

  HarmoniaDraft(HarmoniaMemory memory) {
    before = memory;
    state = memory.state();
    rungs = memory.rungs();
    areSettingsNew = memory.areSettingsNew();
    bins = memory.bins();
    looks = new ArrayList<>(memory.looks());
    alarm = memory.alarm();
    best = memory.best();
    bestSignal = memory.bestSignal();
    ownSignal = memory.ownSignal();
    reference = memory.reference();
    frozen = new ArrayList<>(memory.frozen());
    trying = memory.trying();
    queue = new ArrayList<>(memory.queue());
    sum = memory.sum();
    count = memory.count();
    waits = memory.waits();
    dithers = memory.dithers();
    restarts = memory.restarts();
    restartedNanos = memory.restartedNanos();
    phases = new ArrayList<>(memory.phases());
  }

  String activityName() {
    return before.activityName();
  }

  /** The mean signal since the last judgement, which is this one. */
  double judge() {
    double mean = sum / count;
    sum = 0;
    count = 0;
    return mean;
  }

  /** Another state, perhaps with other settings. */
  void enter(HarmoniaState next, Map<String, Integer> wished) {
    state = next;
    if (!wished.equals(rungs)) {
      areSettingsNew = true;
      looks.clear();
    }
    rungs = new HashMap<>(wished);
    sum = 0;
    count = 0;
  }

  /** At the settings of now the phase looks like this. */
  void look(Map<String, SensitivityBin> seen) {
    if (!looks.contains(seen)) {
      looks.add(seen);
    }
  }

  /** The settings of now keep the signal. */
  void accept(double signal) {
    best = new HashMap<>(rungs);
    bestSignal = signal;
    reference = Math.max(reference, signal);
    queue.removeAll(trying);
  }

  /** A phase begins, of which this is known at own settings. */
  void beginPhase(double signal, Map<String, SensitivityBin> seen) {
    bins = seen;
    ownSignal = signal;
    reference = signal;
    best = Map.of();
    bestSignal = signal;
    looks = new ArrayList<>(List.of(seen));
    frozen = new ArrayList<>();
    trying = List.of();
    queue = new ArrayList<>();
    waits = 0;
    dithers = 0;
  }

  /** A phase that is known from before begins again. */
  void resume(KnownPhase known) {
    beginPhase(known.ownSignal(), known.bins());
    enter(HarmoniaState.RETURN, known.rungs());
    best = known.rungs();
    bestSignal = known.signal();
    reference = Math.max(ownSignal, bestSignal);
    looks = new ArrayList<>(known.looks());
  }

  /** What would be known of the phase if it ended now. */
  KnownPhase phase() {
    return new KnownPhase(bins, ownSignal, best, bestSignal, looks);
  }

  HarmoniaMemory memory() {
    return new HarmoniaMemory(
        before.policyName(),
        before.activityName(),
        state,
        rungs,
        areSettingsNew,
        bins,
        looks,
        alarm,
        best,
        bestSignal,
        ownSignal,
        reference,
        frozen,
        trying,
        queue,
        sum,
        count,
        waits,
        dithers,
        restarts,
        restartedNanos,
        phases);
  }
}

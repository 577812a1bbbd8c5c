package io.wattune.evaluation.estimators;

import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * How far energies of activities of one length were from the truth. Errors are shares of the
 * energy; the typical one is the median of their sizes.
 *
 * @param lengthSeconds length of the activities
 * @param raw typical error of the plain trapezoid of the readings
 * @param endPoints typical error of the end-point identity
 * @param ledger typical error of the ledger
 * @param stated median of the standard errors that the ledger states
 * @param covered share of the ledger's energies within two stated standard errors
 */
record EnergyScore(
    double lengthSeconds,
    double raw,
    double endPoints,
    double ledger,
    double stated,
    double covered) {

  /** One score for each length, shortest first. */
  static List<EnergyScore> of(List<SimulatedCase> traces) {
    List<Map<String, LedgerEntry>> entries = traces.stream().map(SimulatedCase::energies).toList();
    var lengths = new TreeSet<Double>();
    for (int i = 0; i < traces.get(0).load().activities(); i++) {
      lengths.add(traces.get(0).load().lengthSeconds(i));
    }
    var scores = new ArrayList<EnergyScore>();
    for (double length : lengths) {
      scores.add(of(traces, entries, length));
    }
    return scores;
  }

  private static EnergyScore of(
      List<SimulatedCase> traces, List<Map<String, LedgerEntry>> entries, double lengthSeconds) {
    int n = traces.size();
    double[] raw = new double[n];
    double[] endPoints = new double[n];
    double[] ledger = new double[n];
    double[] stated = new double[n];
    int within = 0;
    for (int t = 0; t < n; t++) {
      SimulatedCase trace = traces.get(t);
      int activity = activityOf(trace.load(), lengthSeconds);
      double truth = trace.load().energyJoules(activity);
      LedgerEntry entry = Objects.requireNonNull(entries.get(t).get(Load.id(activity)));
      raw[t] = Math.abs(entry.rawEnergyMicrojoules() * 1e-6 / truth - 1);
      endPoints[t] = Math.abs(EndPoints.joules(trace, activity) / truth - 1);
      ledger[t] = Math.abs(entry.energyMicrojoules() * 1e-6 / truth - 1);
      stated[t] = entry.standardErrorMicrojoules() * 1e-6 / truth;
      within += ledger[t] <= 2 * stated[t] ? 1 : 0;
    }
    return new EnergyScore(
        lengthSeconds,
        median(raw),
        median(endPoints),
        median(ledger),
        median(stated),
        (double) within / n);
  }

  private static int activityOf(Load load, double lengthSeconds) {
    int found = 0;
    for (int i = 0; i < load.activities(); i++) {
      found = Math.abs(load.lengthSeconds(i) - lengthSeconds) < 1e-6 ? i : found;
    }
    return found;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}

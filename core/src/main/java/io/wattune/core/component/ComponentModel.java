package io.wattune.core.component;

import io.wattune.core.energymodel.CellFit;
import io.wattune.core.energymodel.KernelTable;
import io.wattune.core.energymodel.MergedCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Learns what events of a device's components cost. Measurements whose rates are within {@value
 * #ALIKE} of each other are one cell: a kernel that runs for hours says one thing about the model,
 * however often it is measured. Cells are what is fitted, by {@link CellFit}, once a second at
 * first and once in ten seconds later on. Where the same rates come with another power than before,
 * what was learned before is believed by so much less. Cost of a measurement: a walk over at most
 * {@value #MOST_CELLS} cells. Test: {@code ComponentEstimatorTest}.
 */
final class ComponentModel {
  private static final int MOST_CELLS = 64;
  private static final double ALIKE = 0.05;

  /** Power known worse than this teaches nothing. */
  private static final double WORST_ERROR = 0.25;

  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST_UNFITTED_NANOS = 10 * SECOND;

  /** Fits are rarer by and by: at most so many while the time that was measured doubles. */
  private static final int FITS_IN_A_DOUBLING = 20;

  private static final int DRIFT_MEMORY = 16;
  private static final double DRIFT = 2.5;
  private static final int KNOWN_CELL = 8;

  /** A shift of less than {@value} of a cell's power is none, however steady it was. */
  private static final double LEAST_SPREAD = 0.01;

  private static final double MOST_DEVIATIONS = 5;

  private ComponentModel() {}

  /** Takes in one measurement. Returns its cell; null where it teaches nothing. */
  static @Nullable Cell learn(
      ModelState model, double[] rates, EnergyTrace.Mean mean, long endNanos) {
    if (!mean.isKnown() || !(mean.watts() > 0) || mean.errorWatts() > WORST_ERROR * mean.watts()) {
      return null;
    }
    if (model.largest.length == 0) {
      model.largest = new double[rates.length];
      model.firstNanos = endNanos;
    }
    for (int i = 0; i < rates.length; i++) {
      model.largest[i] = Math.max(model.largest[i], rates[i]);
    }
    double share = mean.errorWatts() / mean.watts();
    model.gainShare += (share - model.gainShare) / Math.min(100, ++model.measurements);
    Cell cell = nearest(model, rates);
    if (cell == null) {
      cell = new Cell();
      cell.rates = rates.clone();
      cell.watts = mean.watts();
      model.cells.add(cell);
    } else {
      lookForDrift(model, cell, rates, mean.watts(), endNanos);
    }
    cell.add(rates, mean.watts(), endNanos);
    while (model.cells.size() > MOST_CELLS) {
      model.cells.remove(
          Collections.min(model.cells, Comparator.comparingLong(each -> each.newestNanos)));
    }
    model.unused++;
    return cell;
  }

  private static @Nullable Cell nearest(ModelState model, double[] rates) {
    Cell nearest = null;
    double least = ALIKE;
    for (Cell each : model.cells) {
      double distance = 0;
      for (int i = 0; i < rates.length && distance <= least; i++) {
        if (model.largest[i] > 0) {
          distance = Math.max(distance, Math.abs(rates[i] - each.rates[i]) / model.largest[i]);
        }
      }
      if (distance <= least) {
        least = distance;
        nearest = each;
      }
    }
    return nearest;
  }

  private static void lookForDrift(
      ModelState model, Cell cell, double[] rates, double watts, long endNanos) {
    if (cell.observations < KNOWN_CELL || cell.staleVariance > 0) {
      return;
    }
    double off = watts - cell.watts;
    for (int i = 0; i < rates.length && model.joules.length > 0; i++) {
      off -= model.joules[i + 1] * (rates[i] - cell.rates[i]);
    }
    double spread = Math.max(Math.sqrt(cell.variance), LEAST_SPREAD * cell.watts);
    double deviations = Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, off / spread));
    model.shift += (deviations - model.shift) / DRIFT_MEMORY;
    model.shiftWatts += (off - model.shiftWatts) / DRIFT_MEMORY;
    if (Math.abs(model.shift) > DRIFT) {
      model.drifts++;
      model.driftNanos = endNanos;
      for (Cell each : model.cells) {
        each.staleVariance += model.shiftWatts * model.shiftWatts;
      }
      model.shift = 0;
      model.shiftWatts = 0;
    }
  }

  /** Fits anew where it is time to. */
  static void fit(ModelState model, CellFit.@Nullable CellPrior given, long nowNanos) {
    long measured = Math.max(0, nowNanos - model.firstNanos);
    long wait = Math.min(LONGEST_UNFITTED_NANOS, Math.max(SECOND, measured / FITS_IN_A_DOUBLING));
    if (model.unused == 0 || (model.revision > 0 && nowNanos - model.fittedNanos < wait)) {
      return;
    }
    model.unused = 0;
    model.fittedNanos = nowNanos;
    int components = model.largest.length;
    List<List<Integer>> groups = MergedCounters.of(table(model)).groups();
    boolean isAmbiguous = hasConstant(model, groups);
    if (given != null) {
      groups = IntStream.range(0, components).mapToObj(List::of).toList();
    }
    if (isAmbiguous && given == null) {
      return;
    }
    model.isGivens = isAmbiguous;
    int n = model.cells.size();
    double[][] rows = new double[n][groups.size() + 1];
    double[] watts = new double[n];
    double[] variances = new double[n];
    double spread = pooledVariance(model);
    for (int i = 0; i < n; i++) {
      Cell cell = model.cells.get(i);
      rows[i][0] = 1;
      for (int g = 0; g < groups.size(); g++) {
        rows[i][g + 1] = cell.rates[groups.get(g).get(0)];
      }
      watts[i] = cell.watts;
      variances[i] = spread / Math.max(1, cell.observations) + cell.staleVariance;
    }
    Optional<CellFit.Fitted> fitted = CellFit.of(rows, watts, variances, given);
    if (fitted.isPresent()) {
      model.revision++;
      model.cells.forEach(cell -> cell.isFitted = true);
      take(model, fitted.get(), groups, rows);
      bend(model, rows, watts, variances, given, groups);
    }
  }

  /**
   * What a model that is not straight says otherwise is in the error. Energies go with the voltage,
   * which goes with the clock: where clocks change, power bends up in what is done, in all
   * components alike, and idle power and energies are off in one direction however many points
   * there are. So the square of the moving power is fitted as one column more, and the
   * coefficients' differences {@code d} add {@code d d'} to their covariance. Test: {@code
   * ComponentEstimatorTest}, drawn devices whose clock is changed.
   */
  private static void bend(
      ModelState model,
      double[][] rows,
      double[] watts,
      double[] variances,
      CellFit.@Nullable CellPrior given,
      List<List<Integer>> groups) {
    int n = rows.length;
    int q = rows[0].length;
    if (n < q + 2) {
      return;
    }
    int p = model.joules.length;
    double[][] more = new double[n][q + 1];
    for (int i = 0; i < n; i++) {
      double moving = 0;
      for (int j = 0; j < q; j++) {
        more[i][j] = rows[i][j];
        moving += j == 0 ? 0 : rows[i][j] * model.joules[groups.get(j - 1).get(0) + 1];
      }
      more[i][q] = moving * moving;
    }
    Optional<CellFit.Fitted> bent =
        CellFit.of(more, watts, variances, given == null ? null : withOneMore(given));
    if (bent.isEmpty()) {
      return;
    }
    int[] places = new int[q];
    double[] off = new double[q];
    for (int j = 0; j < q; j++) {
      places[j] = j == 0 ? 0 : groups.get(j - 1).get(0) + 1;
      off[j] = bent.get().joules()[j] - model.joules[places[j]];
    }
    for (int i = 0; i < q; i++) {
      for (int j = 0; j < q; j++) {
        model.covariances[places[i] * p + places[j]] += off[i] * off[j];
      }
    }
  }

  private static CellFit.CellPrior withOneMore(CellFit.CellPrior given) {
    int q = given.joules().length;
    double[] variances = Arrays.copyOf(given.variances(), q + 1);
    variances[q] = Double.POSITIVE_INFINITY;
    return new CellFit.CellPrior(Arrays.copyOf(given.joules(), q + 1), variances);
  }

  /** Whether a component has been equally busy all the time: idle power looks the same. */
  private static boolean hasConstant(ModelState model, List<List<Integer>> groups) {
    int grouped = groups.stream().mapToInt(List::size).sum();
    return grouped < Arrays.stream(model.largest).filter(each -> each > 0).count();
  }

  private static KernelTable table(ModelState model) {
    int n = model.cells.size();
    double[][] rates = new double[n][];
    double[] watts = new double[n];
    for (int i = 0; i < n; i++) {
      rates[i] = model.cells.get(i).rates;
      watts[i] = model.cells.get(i).watts;
    }
    return new KernelTable(
        IntStream.range(0, n).mapToObj(Integer::toString).toList(),
        IntStream.range(0, model.largest.length).mapToObj(Integer::toString).toList(),
        rates,
        watts);
  }

  private static double pooledVariance(ModelState model) {
    double sum = 0;
    double freedom = 0;
    for (Cell each : model.cells) {
      sum += each.observations * each.variance;
      freedom += each.observations - 1;
    }
    return freedom > 0 ? sum / freedom : 0;
  }

  private static void take(
      ModelState model, CellFit.Fitted fitted, List<List<Integer>> groups, double[][] rows) {
    int components = model.largest.length;
    int p = components + 1;
    int[] places = new int[groups.size() + 1];
    model.joules = new double[p];
    model.covariances = new double[p * p];
    model.groups = IntStream.range(0, components).toArray();
    for (int g = 0; g < groups.size(); g++) {
      places[g + 1] = groups.get(g).get(0) + 1;
      for (int each : groups.get(g)) {
        model.groups[each] = groups.get(g).get(0);
      }
    }
    for (int i = 0; i < places.length; i++) {
      model.joules[places[i]] = fitted.joules()[i];
      for (int j = 0; j < places.length; j++) {
        model.covariances[places[i] * p + places[j]] = fitted.covariances()[i][j];
      }
    }
    double squares = 0;
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        double part = row[j] * fitted.joules()[j];
        squares += part * part / rows.length;
      }
    }
    model.missedWatts = fitted.missedWatts();
    model.missedShare = squares > 0 ? Math.min(1, fitted.missedWatts() / Math.sqrt(squares)) : 0;
    MergedComponents.merge(model, rows.length);
  }

  /** Takes a given model while nothing was measured. */
  static void start(ModelState model, CellFit.CellPrior given) {
    int p = given.joules().length;
    if (Arrays.stream(given.variances()).anyMatch(Double::isInfinite)) {
      return;
    }
    model.joules = given.joules().clone();
    model.covariances = new double[p * p];
    model.groups = IntStream.range(0, p - 1).toArray();
    for (int i = 0; i < p; i++) {
      model.covariances[i * p + i] = given.variances()[i];
    }
  }

  /** What a given model says of these counters. */
  static CellFit.CellPrior prior(GivenModel given, List<String> counters) {
    double[] joules = new double[counters.size() + 1];
    double[] variances = new double[counters.size() + 1];
    joules[0] = given.idleWatts();
    variances[0] = given.idleErrorWatts() * given.idleErrorWatts();
    List<String> known = new ArrayList<>();
    given.energies().forEach(each -> known.add(each.counter()));
    for (int i = 0; i < counters.size(); i++) {
      int place = known.indexOf(counters.get(i));
      GivenModel.Energy energy = place < 0 ? null : given.energies().get(place);
      joules[i + 1] = energy == null ? 0 : energy.joules();
      variances[i + 1] =
          energy == null ? Double.POSITIVE_INFINITY : energy.errorJoules() * energy.errorJoules();
    }
    return new CellFit.CellPrior(joules, variances);
  }
}

package io.wattune.evaluation.energymodel;

import io.wattune.core.energymodel.KernelTable;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.table.CsvTable;
import io.wattune.schemas.table.WrongTableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The two tables that a model is fitted to, and how their columns are to be taken. */
public final class MeasurementFiles {
  private static final int MOST_KERNELS = 1_000;
  private static final String NONE = "none";
  private static final Set<String> POWER_WORDS = Set.of("power", "watts", "watt", "w");
  private static final Set<String> SPREAD_WORDS =
      Set.of(
          "dev", "stdev", "stddev", "deviation", "var", "variance", "error", "std", "min", "max");

  private final Path counters;
  private final Path power;
  private final @Nullable String timeColumn;
  private final List<String> levels;
  private final List<String> ignored;

  /**
   * Names them.
   *
   * @param counters table of counters
   * @param power table of power
   * @param timeColumn counter by which totals are divided, or {@code none}; null to find it
   * @param levels counters that are not divided by time; empty to find them
   * @param ignored counters that are not used
   */
  public MeasurementFiles(
      Path counters,
      Path power,
      @Nullable String timeColumn,
      List<String> levels,
      List<String> ignored) {
    this.counters = counters;
    this.power = power;
    this.timeColumn = timeColumn;
    this.levels = List.copyOf(levels);
    this.ignored = List.copyOf(ignored);
  }

  /** Reads and joins them. */
  public MeasuredKernels read() throws EngineException {
    try {
      return read(CsvTable.read(counters, MOST_KERNELS));
    } catch (WrongTableException e) {
      throw EngineException.wrongInput(e.words());
    }
  }

  private MeasuredKernels read(CsvTable of) throws EngineException {
    List<Integer> texts = new ArrayList<>(List.of(0));
    List<Integer> numbers = new ArrayList<>();
    for (int column = 1; column < of.header().size(); column++) {
      (of.isNumeric(column) ? numbers : texts).add(column);
    }
    if (numbers.isEmpty()) {
      throw EngineException.wrongInput("'" + counters + "' has no column of numbers");
    }
    checkNames(of, numbers);
    int time = timeColumn(of, numbers);
    CsvTable watts = CsvTable.read(power, MOST_KERNELS);
    return join(of, texts, numbers, time, watts);
  }

  private void checkNames(CsvTable of, List<Integer> numbers) throws EngineException {
    List<String> known = numbers.stream().map(of.header()::get).toList();
    List<String> asked = new ArrayList<>(levels);
    asked.addAll(ignored);
    if (timeColumn != null && !timeColumn.equals(NONE)) {
      asked.add(timeColumn);
    }
    for (String name : asked) {
      if (!known.contains(name)) {
        throw EngineException.wrongInput(
            "'" + counters + "' has no column of numbers '" + name + "'; it has " + known);
      }
    }
  }

  /** Number of the column of time; -1 where all are rates. */
  private int timeColumn(CsvTable of, List<Integer> numbers) throws EngineException {
    if (timeColumn != null) {
      return timeColumn.equals(NONE) ? -1 : of.header().indexOf(timeColumn);
    }
    int best = 0;
    List<Integer> found = new ArrayList<>();
    for (int column : numbers) {
      String name = of.header().get(column);
      int rank = ignored.contains(name) || levels.contains(name) ? 0 : ColumnUse.rankAsTime(name);
      if (rank > best) {
        best = rank;
        found.clear();
      }
      if (rank > 0 && rank == best) {
        found.add(column);
      }
    }
    if (found.size() > 1) {
      throw EngineException.wrongInput(
          "'%s' has more than one column that may be time: %s; say which with --time-column"
              .formatted(counters, found.stream().map(of.header()::get).toList()));
    }
    return found.isEmpty() ? -1 : found.get(0);
  }

  private MeasuredKernels join(
      CsvTable of, List<Integer> texts, List<Integer> numbers, int time, CsvTable watts)
      throws EngineException {
    int wattsColumn = wattsColumn(watts);
    var names = new KernelNames(of, texts);
    List<String> kernels = new ArrayList<>();
    List<Integer> rows = new ArrayList<>();
    List<Double> powers = new ArrayList<>();
    List<String> withoutCounters = new ArrayList<>();
    Set<Integer> used = new HashSet<>();
    Set<String> seen = new HashSet<>();
    for (int row = 0; row < watts.rows(); row++) {
      String kernel = watts.cell(row, 0);
      if (!seen.add(kernel)) {
        throw watts.wrong(row, "has kernel '" + kernel + "' a second time");
      }
      double value = watts.positive(row, wattsColumn);
      Integer partner = names.row(kernel);
      if (partner == null) {
        withoutCounters.add(kernel);
      } else if (!used.add(partner)) {
        throw watts.wrong(
            row,
            "'" + kernel + "' has the counters of another kernel, '" + of.cell(partner, 0) + "'");
      } else {
        kernels.add(kernel);
        rows.add(partner);
        powers.add(value);
      }
    }
    List<String> withoutPower = new ArrayList<>();
    for (int row = 0; row < of.rows(); row++) {
      if (!used.contains(row)) {
        withoutPower.add(of.cell(row, 0));
      }
    }
    if (kernels.isEmpty()) {
      throw EngineException.wrongInput(
          ("no kernel of '%s' is in '%s': the first columns must have the same names, the "
                  + "one has '%s', the other '%s'")
              .formatted(power, counters, watts.cell(0, 0), of.cell(0, 0)));
    }
    return rated(of, numbers, time, rows, kernels, powers, withoutCounters, withoutPower);
  }

  private int wattsColumn(CsvTable watts) throws EngineException {
    int first = -1;
    for (int column = 1; column < watts.header().size(); column++) {
      if (!watts.isNumeric(column)) {
        continue;
      }
      List<String> words = ColumnUse.words(watts.header().get(column));
      boolean isSpread = words.stream().anyMatch(SPREAD_WORDS::contains);
      if (!isSpread && words.stream().anyMatch(POWER_WORDS::contains)) {
        return column;
      }
      first = first < 0 ? column : first;
    }
    if (first < 0) {
      throw EngineException.wrongInput("'" + power + "' has no column of numbers");
    }
    return first;
  }

  private MeasuredKernels rated(
      CsvTable of,
      List<Integer> numbers,
      int time,
      List<Integer> rows,
      List<String> kernels,
      List<Double> powers,
      List<String> withoutCounters,
      List<String> withoutPower)
      throws EngineException {
    List<MeasuredKernels.MeasuredColumn> columns = new ArrayList<>();
    List<String> counterNames = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    double[] times = time < 0 ? ones(rows.size()) : times(of, time, rows);
    for (int column : numbers) {
      String name = of.header().get(column);
      double[] of1 = new double[rows.size()];
      for (int i = 0; i < of1.length; i++) {
        of1[i] = of.number(rows.get(i), column);
        if (of1[i] < 0 && !ignored.contains(name)) {
          throw of.wrong(
              rows.get(i),
              name + " must be at least 0, was " + of1[i] + "; leave it out with --ignore");
        }
      }
      ColumnUse use = use(name, of1, column == time, time < 0);
      if (use == ColumnUse.TOTAL && time >= 0) {
        for (int i = 0; i < of1.length; i++) {
          of1[i] /= times[i];
        }
      }
      columns.add(new MeasuredKernels.MeasuredColumn(name, use));
      if (use == ColumnUse.TOTAL || use == ColumnUse.LEVEL) {
        counterNames.add(name);
        values.add(of1);
      }
    }
    if (values.isEmpty()) {
      throw EngineException.wrongInput(
          "'" + counters + "' has no counter that differs between kernels");
    }
    double[][] rates = new double[rows.size()][values.size()];
    for (int i = 0; i < rates.length; i++) {
      for (int j = 0; j < values.size(); j++) {
        rates[i][j] = values.get(j)[i];
      }
    }
    double[] measured = powers.stream().mapToDouble(Double::doubleValue).toArray();
    return new MeasuredKernels(
        new KernelTable(kernels, counterNames, rates, measured),
        columns,
        time < 0 ? null : of.header().get(time),
        withoutCounters,
        withoutPower);
  }

  private ColumnUse use(String name, double[] values, boolean isTime, boolean allAreRates) {
    if (isTime) {
      return ColumnUse.TIME;
    }
    if (ignored.contains(name)) {
      return ColumnUse.IGNORED;
    }
    boolean isLevel = allAreRates || levels.contains(name) || ColumnUse.isLevel(name, values);
    boolean isConstant = true;
    for (double value : values) {
      isConstant &= value == values[0];
    }
    if (isConstant && (isLevel || values[0] == 0)) {
      return ColumnUse.CONSTANT;
    }
    return isLevel ? ColumnUse.LEVEL : ColumnUse.TOTAL;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] times(CsvTable of, int time, List<Integer> rows) {
    double[] times = new double[rows.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = of.positive(rows.get(i), time);
    }
    return times;
  }
}

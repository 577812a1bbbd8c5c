package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A model on a server as it was measured: some clocks and numbers of units, one request at a time.
 * Immutable. Test: {@code ServerControlTest}.
 */
public final class MeasuredProfile implements ServingProfile {
  /** More rows than any table has: 540 are the document's. */
  public static final int MOST_ROWS = 20_000;

  private final String model;
  private final double spread;
  private final List<Row> rows;
  private final Map<ServingSetting, Row> bySetting = new HashMap<>();
  private final List<Integer> megaHertz;
  private final int units;

  /**
   * A row.
   *
   * @param units compute units in use; all there are where none can be taken out of use
   * @param seconds mean time of a request alone
   * @param busyWatts power of each of the server's devices meanwhile
   * @param waitingWatts the same between requests
   */
  public record Row(
      int megaHertz, int units, double seconds, double busyWatts, double waitingWatts) {
    public Row {
      if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)
          || !(waitingWatts >= 0)
          || !(busyWatts >= waitingWatts && busyWatts < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "seconds must be above 0 and busyWatts not below waitingWatts, were "
                + seconds
                + ", "
                + busyWatts
                + " and "
                + waitingWatts);
      }
    }

    ServingSetting setting() {
      return new ServingSetting(megaHertz, units, 1);
    }
  }

  /**
   * Of rows in any order.
   *
   * @param model the model's name, as the server says it
   * @param spread standard deviation of a request's time, as a part of its mean
   */
  public MeasuredProfile(String model, double spread, List<Row> rows) {
    if (model.isEmpty() || !(spread >= 0 && spread <= 1)) {
      throw new IllegalArgumentException("a profile needs a model, and a spread in 0..1");
    }
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw new IllegalArgumentException("a profile has from 1 to " + MOST_ROWS + " rows");
    }
    this.model = model;
    this.spread = spread;
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparingInt(Row::megaHertz).thenComparingInt(Row::units));
    this.rows = List.copyOf(sorted);
    var clocks = new TreeSet<Integer>();
    int most = 0;
    for (Row row : this.rows) {
      clocks.add(row.megaHertz());
      most = Math.max(most, row.units());
      if (bySetting.put(row.setting(), row) != null) {
        throw new IllegalArgumentException(
            row.megaHertz() + " MHz with " + row.units() + " units stands there twice");
      }
    }
    this.megaHertz = List.copyOf(clocks);
    this.units = most;
    if (!bySetting.containsKey(baseline())) {
      throw new IllegalArgumentException(
          "the highest clock, " + clocks.last() + " MHz, with all " + most + " units is missing");
    }
  }

  /** All settings of another profile, one request at a time. */
  public static MeasuredProfile of(String model, double spread, ServingProfile other) {
    List<Row> rows = new ArrayList<>();
    for (ServingSetting each : JointPolicy.settings(other, 1)) {
      rows.add(
          new Row(
              each.megaHertz(),
              each.units(),
              other.seconds(each),
              other.busyWatts(each),
              other.waitingWatts(each)));
    }
    return new MeasuredProfile(model, spread, rows);
  }

  /** The model's name, as the server says it. */
  public String model() {
    return model;
  }

  /** Standard deviation of a request's time, as a part of its mean. */
  public double spread() {
    return spread;
  }

  /** Its rows, by clock and units. */
  public List<Row> rows() {
    return rows;
  }

  @Override
  public List<Integer> megaHertz() {
    return megaHertz;
  }

  @Override
  public int units() {
    return units;
  }

  private Row row(ServingSetting setting) {
    Row row = bySetting.get(setting);
    if (row == null) {
      throw new IllegalArgumentException(
          setting.megaHertz() + " MHz with " + setting.units() + " units was not measured");
    }
    return row;
  }

  @Override
  public double seconds(ServingSetting setting) {
    return row(setting).seconds();
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    return row(setting).busyWatts();
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return row(setting).waitingWatts();
  }
}

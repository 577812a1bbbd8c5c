package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A model on a server as it was measured: some clocks and numbers of units, and batches up to the
 * server's limit. A batch of {@code b} takes {@code fixed + further b} seconds at a setting, with
 * {@code fixed + further} what a request alone takes ({@link BatchLaw}), and as many joules above
 * waiting by the same form. Batches of more than one count as longer by what they are above the law
 * at most. A server that takes one request at a time has a limit of one. Immutable. Test: {@code
 * MeasuredProfileTest}.
 */
public final class MeasuredProfile implements ServingProfile {
  /** More rows than any table has: 540 are the document's. */
  public static final int MOST_ROWS = 20_000;

  private final String model;
  private final double spread;
  private final Batches batches;
  private final List<Row> rows;
  private final Map<ServingSetting, Row> bySetting = new HashMap<>();
  private final List<Integer> megaHertz;
  private final int units;
  private final Map<DeviceShare, MeasuredProfile> byShare = new LinkedHashMap<>();

  /**
   * A row.
   *
   * @param units compute units in use; all there are where none can be taken out of use
   * @param seconds mean time of a request alone
   * @param busyWatts power of each of the server's devices meanwhile
   * @param waitingWatts the same between requests
   * @param furtherSeconds that each further request of a batch takes
   * @param furtherJoules above waiting that it takes
   */
  public record Row(
      int megaHertz,
      int units,
      double seconds,
      double busyWatts,
      double waitingWatts,
      double furtherSeconds,
      double furtherJoules) {
    /** Of a server that takes one request at a time: a further one is another one. */
    public Row(int megaHertz, int units, double seconds, double busyWatts, double waitingWatts) {
      this(
          megaHertz,
          units,
          seconds,
          busyWatts,
          waitingWatts,
          seconds,
          seconds * (busyWatts - waitingWatts));
    }

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
      if (!(furtherSeconds >= 0 && furtherSeconds <= seconds)
          || !(furtherJoules >= 0 && furtherJoules < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "furtherSeconds must be from 0 to seconds and furtherJoules not negative, were "
                + furtherSeconds
                + " and "
                + furtherJoules);
      }
    }

    ServingSetting setting() {
      return new ServingSetting(megaHertz, units, 1);
    }
  }

  /**
   * How requests are taken together.
   *
   * @param limit the most at once, by the server's own setting
   * @param largest that was measured, from the limit on
   * @param error part by which times of batches are above the law at most
   */
  public record Batches(int limit, int largest, double error) {
    /** One request at a time. */
    public static final Batches NONE = new Batches(1, 1, 0);

    /** Larger ones are no batches of requests. */
    public static final int MOST = 1024;

    public Batches {
      if (limit < 1 || largest < limit || largest > MOST || !(error >= 0 && error <= 1)) {
        throw new IllegalArgumentException(
            "a batch limit is from 1 to the largest that was measured, at most %d, and an error"
                    .formatted(MOST)
                + " from 0 to 1; were %d, %d and %s".formatted(limit, largest, error));
      }
    }
  }

  /** Of rows in any order, one request at a time. */
  public MeasuredProfile(String model, double spread, List<Row> rows) {
    this(model, spread, Batches.NONE, rows);
  }

  /** Of rows in any order, with units that can be set while the server runs. */
  public MeasuredProfile(String model, double spread, Batches batches, List<Row> rows) {
    this(model, spread, batches, Map.of(), rows);
  }

  /**
   * Of rows in any order.
   *
   * @param model the model's name, as the server says it
   * @param spread standard deviation of a request's time, as a part of its mean
   * @param shares that servers had, by their units: each row is of one of them. Empty where units
   *     were set while the server ran
   */
  public MeasuredProfile(
      String model,
      double spread,
      Batches batches,
      Map<Integer, DeviceShare> shares,
      List<Row> rows) {
    this.batches = batches;
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
    if (!bySetting.containsKey(baseline().ofBatch(1))) {
      throw new IllegalArgumentException(
          "the highest clock, " + clocks.last() + " MHz, with all " + most + " units is missing");
    }
    if (!shares.isEmpty()) {
      split(shares);
    }
  }

  /** A server's share is for its life: what was measured at each is a profile of its own. */
  private void split(Map<Integer, DeviceShare> shares) {
    for (var share : new TreeMap<>(shares).entrySet()) {
      int count = share.getKey();
      List<Row> own = rows.stream().filter(row -> row.units() == count).toList();
      boolean hasHighest =
          bySetting.containsKey(new ServingSetting(baseline().megaHertz(), count, 1));
      if (!hasHighest) {
        throw new IllegalArgumentException(
            "the highest clock, %d MHz, at the share %s of %d units is missing"
                .formatted(baseline().megaHertz(), share.getValue().name(), count));
      }
      if (byShare.put(share.getValue(), new MeasuredProfile(model, spread, batches, own)) != null) {
        throw new IllegalArgumentException(
            "the share " + share.getValue().name() + " stands there for several numbers of units");
      }
    }
    for (Row row : rows) {
      if (!shares.containsKey(row.units())) {
        throw new IllegalArgumentException(
            row.units() + " units are not of any share, but others are");
      }
    }
  }

  /** All settings of another profile, one request at a time. */
  public static MeasuredProfile of(String model, double spread, ServingProfile other) {
    return of(model, spread, other, 1, List.of(1), 0);
  }

  /**
   * All settings of another profile.
   *
   * @param limit the server's
   * @param sizes of batches that were measured, ascending from 1
   * @param error part by which the other's times are off, which is added to the law's
   */
  public static MeasuredProfile of(
      String model,
      double spread,
      ServingProfile other,
      int limit,
      List<Integer> sizes,
      double error) {
    return of(model, spread, other, JointPolicy.settings(other, 1), limit, sizes, error);
  }

  /**
   * Some settings of another profile.
   *
   * @param settings one request at a time
   */
  public static MeasuredProfile of(
      String model,
      double spread,
      ServingProfile other,
      List<ServingSetting> settings,
      int limit,
      List<Integer> sizes,
      double error) {
    List<Row> rows = new ArrayList<>();
    double largestError = 0;
    for (ServingSetting each : settings) {
      double waiting = other.waitingWatts(each);
      double[] seconds = new double[sizes.size()];
      double[] joules = new double[sizes.size()];
      for (int i = 0; i < seconds.length; i++) {
        ServingSetting batch = each.ofBatch(sizes.get(i));
        seconds[i] = other.seconds(batch);
        joules[i] = seconds[i] * (other.busyWatts(batch) - waiting);
      }
      BatchLaw times = BatchLaw.of(sizes, seconds);
      BatchLaw energy = BatchLaw.of(sizes, joules);
      largestError = Math.max(largestError, times.error());
      rows.add(
          new Row(
              each.megaHertz(),
              each.units(),
              seconds[0],
              other.busyWatts(each),
              waiting,
              times.further(),
              energy.further()));
    }
    int largest = sizes.get(sizes.size() - 1);
    Batches batches =
        largest == 1
            ? Batches.NONE
            : new Batches(limit, largest, Math.min(1, largestError + error));
    return new MeasuredProfile(model, spread, batches, rows);
  }

  /**
   * The same, of servers that had shares of their device.
   *
   * @param shares by their units
   */
  public MeasuredProfile ofShares(Map<Integer, DeviceShare> shares) {
    return new MeasuredProfile(model, spread, batches, shares, rows);
  }

  /** The model's name, as the server says it. */
  public String model() {
    return model;
  }

  /** Standard deviation of a request's time, as a part of its mean. */
  public double spread() {
    return spread;
  }

  /** How its requests are taken together. */
  public Batches batches() {
    return batches;
  }

  /** All units at the highest clock, with the server's own limit of a batch. */
  @Override
  public ServingSetting baseline() {
    return new ServingSetting(megaHertz.get(megaHertz.size() - 1), units, batches.limit());
  }

  /** What was measured at each share, fewest units first; empty where units can be set. */
  public Map<DeviceShare, MeasuredProfile> byShare() {
    return Collections.unmodifiableMap(byShare);
  }

  /**
   * What holds for a server with a share.
   *
   * @param share null where nobody said it
   * @return empty where it was not measured, or may be any of several
   */
  Optional<MeasuredProfile> at(@Nullable DeviceShare share) {
    if (byShare.isEmpty()) {
      return share == null || share.equals(DeviceShare.ALL) ? Optional.of(this) : Optional.empty();
    }
    return share == null ? Optional.empty() : Optional.ofNullable(byShare.get(share));
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

  /** Whether its clock and units were measured. */
  boolean has(ServingSetting setting) {
    return bySetting.containsKey(setting.ofBatch(1));
  }

  private Row row(ServingSetting setting) {
    Row row = bySetting.get(setting.ofBatch(1));
    if (row == null) {
      throw new IllegalArgumentException(
          setting.megaHertz() + " MHz with " + setting.units() + " units was not measured");
    }
    return row;
  }

  @Override
  public double seconds(ServingSetting setting) {
    Row row = row(setting);
    return setting.batch() == 1
        ? row.seconds()
        : (1 + batches.error()) * lawSeconds(row, setting.batch());
  }

  private static double lawSeconds(Row row, int batch) {
    return row.seconds() + (batch - 1) * row.furtherSeconds();
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    Row row = row(setting);
    if (setting.batch() == 1) {
      return row.busyWatts();
    }
    double joules =
        row.seconds() * (row.busyWatts() - row.waitingWatts())
            + (setting.batch() - 1) * row.furtherJoules();
    return row.waitingWatts() + joules / lawSeconds(row, setting.batch());
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return row(setting).waitingWatts();
  }
}

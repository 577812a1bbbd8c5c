package io.wattune.control.serving;

import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What was measured, which may be a part of all settings. Power between requests is the GPU's and
 * not the model's, so that it may be known of settings at which no request was.
 */
public final class Measurements implements ServingProfile {
  /** By setting and the batch that was measured. */
  private final Map<ServingSetting, MeasuredProfile.Row> rows = new HashMap<>();

  private final Map<ServingSetting, Double> waiting = new HashMap<>();
  private final TreeSet<Integer> megaHertz = new TreeSet<>();
  private final TreeSet<Integer> sizes = new TreeSet<>();
  private final Map<Integer, DeviceShare> shares = new HashMap<>();
  private int units;

  /** Of a request at a setting, or of a batch. */
  void add(MeasuredProfile.Row row, int batch) {
    if (batch == 1) {
      add(row.megaHertz(), row.units(), row.waitingWatts());
    }
    var setting = new ServingSetting(row.megaHertz(), row.units(), batch);
    if (rows.put(setting, row) != null) {
      throw new IllegalArgumentException(
          "%d MHz with %d units and batches of %d stands there twice"
              .formatted(row.megaHertz(), row.units(), batch));
    }
    sizes.add(batch);
  }

  /** Of the GPU at a setting, between requests to whatever model. */
  void add(int clock, int count, double watts) {
    if (waiting.put(new ServingSetting(clock, count, 1), watts) != null) {
      throw new IllegalArgumentException(
          clock + " MHz with " + count + " units stands there twice");
    }
    megaHertz.add(clock);
    units = Math.max(units, count);
  }

  /** Servers with these units had this share of their device. */
  void share(int count, DeviceShare share) {
    DeviceShare known = shares.putIfAbsent(count, share);
    if (known != null && !known.equals(share)) {
      throw new IllegalArgumentException(
          "%d units are of the shares %s and %s; measure one of the two"
              .formatted(count, known.name(), share.name()));
    }
  }

  /** The shares that servers had, by their units; empty where units were set while they ran. */
  public Map<Integer, DeviceShare> shares() {
    return Map.copyOf(shares);
  }

  /** The settings at which requests were, alone or in batches. */
  public List<ServingSetting> settings() {
    return rows.keySet().stream()
        .map(each -> each.ofBatch(1))
        .distinct()
        .sorted(
            Comparator.comparingInt(ServingSetting::megaHertz)
                .thenComparingInt(ServingSetting::units))
        .toList();
  }

  /** What was measured of requests one at a time. */
  public List<MeasuredProfile.Row> rows() {
    return rows.entrySet().stream()
        .filter(each -> each.getKey().batch() == 1)
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The sizes of batches that were measured, ascending. */
  public List<Integer> sizes() {
    return List.copyOf(sizes);
  }

  @Override
  public List<Integer> megaHertz() {
    return List.copyOf(megaHertz);
  }

  @Override
  public int units() {
    return units;
  }

  private MeasuredProfile.Row row(ServingSetting setting) {
    MeasuredProfile.Row row = rows.get(setting);
    if (row == null) {
      throw missing(setting.batch() == 1 ? "a request" : "a batch of " + setting.batch(), setting);
    }
    return row;
  }

  private static IllegalArgumentException missing(String what, ServingSetting setting) {
    return new IllegalArgumentException(
        "%s at %s MHz with %s units was not measured"
            .formatted(what, setting.megaHertz(), setting.units()));
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
    Double watts = waiting.get(setting.ofBatch(1));
    if (watts == null) {
      throw missing("power between requests", setting);
    }
    return watts;
  }
}

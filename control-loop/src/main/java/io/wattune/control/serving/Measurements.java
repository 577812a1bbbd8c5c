package io.wattune.control.serving;

import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What was measured, which may be a part of all settings. Power between requests is the GPU's and
 * not the model's, so that it may be known of settings at which no request was.
 */
public final class Measurements implements ServingProfile {
  private final Map<ServingSetting, MeasuredProfile.Row> rows = new HashMap<>();
  private final Map<ServingSetting, Double> waiting = new HashMap<>();
  private final TreeSet<Integer> megaHertz = new TreeSet<>();
  private int units;

  /** Of a request at a setting. */
  void add(MeasuredProfile.Row row) {
    add(row.megaHertz(), row.units(), row.waitingWatts());
    rows.put(new ServingSetting(row.megaHertz(), row.units(), 1), row);
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

  /** The settings at which requests were. */
  public List<MeasuredProfile.Row> rows() {
    return List.copyOf(rows.values());
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
      throw missing("a request", setting);
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
    Double watts = waiting.get(setting);
    if (watts == null) {
      throw missing("power between requests", setting);
    }
    return watts;
  }
}

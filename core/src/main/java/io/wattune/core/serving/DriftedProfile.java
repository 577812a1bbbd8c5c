package io.wattune.core.serving;

import java.util.List;

/**
 * A profile whose latencies have drifted since it was measured.
 *
 * @param factor how many times as long everything takes
 */
record DriftedProfile(ServingProfile measured, double factor) implements ServingProfile {
  @Override
  public List<Integer> megaHertz() {
    return measured.megaHertz();
  }

  @Override
  public int units() {
    return measured.units();
  }

  @Override
  public double seconds(ServingSetting setting) {
    return factor * measured.seconds(setting);
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    return measured.busyWatts(setting);
  }

  @Override
  public ServingSetting baseline() {
    return measured.baseline();
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return measured.waitingWatts(setting);
  }
}

package io.wattune.core.serving;

import io.wattune.core.mask.CuLayout;
import java.util.List;

/**
 * A profile of batches from a tenth of the settings: requests alone and full batches by {@link
 * SampledProfile} each, and straight in the batch between them. Half-full batches at four settings
 * (lowest and highest clock, all units and a quarter of them) show how far a time may be above
 * that. Test: {@code SampledBatchesTest} in the testbed.
 */
public final class SampledBatches implements ServingProfile {
  private final SampledProfile alone;
  private final SampledProfile full;
  private final int largest;
  private final int measurements;
  private final double error;

  /**
   * Measures.
   *
   * @param largest batch, two or more
   */
  public SampledBatches(ServingProfile measured, CuLayout layout, int largest) {
    this.largest = largest;
    this.alone = SampledProfile.of(measured, layout);
    this.full = SampledProfile.of(new Full(measured, largest), layout);
    int half = (largest + 1) / 2;
    List<Integer> clocks = measured.megaHertz();
    int checks = 0;
    double above = 0;
    for (int clock : List.of(clocks.get(0), clocks.get(clocks.size() - 1))) {
      for (int units : List.of(Math.max(1, measured.units() / 4), measured.units())) {
        var setting = new ServingSetting(clock, units, half);
        above = Math.max(above, measured.seconds(setting) / seconds(setting) - 1);
        checks++;
      }
    }
    this.error = above;
    this.measurements = alone.measurements() + full.measurements() + checks;
  }

  /** Full batches as if they were requests. */
  private record Full(ServingProfile measured, int batch) implements ServingProfile {
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
      return measured.seconds(setting.ofBatch(batch));
    }

    @Override
    public double busyWatts(ServingSetting setting) {
      return measured.busyWatts(setting.ofBatch(batch));
    }

    @Override
    public double waitingWatts(ServingSetting setting) {
      return measured.waitingWatts(setting);
    }
  }

  /** How many settings and batches were measured. */
  public int measurements() {
    return measurements;
  }

  /** Part by which a time of a setting that was not measured is off at most. */
  public double largestSecondsError() {
    return Math.max(alone.largestSecondsError(), full.largestSecondsError());
  }

  /** Part by which times of batches in between were above the straight line at most. */
  public double batchError() {
    return error;
  }

  @Override
  public List<Integer> megaHertz() {
    return alone.megaHertz();
  }

  @Override
  public int units() {
    return alone.units();
  }

  private double between(double ofOne, double ofFull, int batch) {
    return ofOne + (ofFull - ofOne) * (batch - 1) / (largest - 1);
  }

  @Override
  public double seconds(ServingSetting setting) {
    ServingSetting one = setting.ofBatch(1);
    return between(alone.seconds(one), full.seconds(one), setting.batch());
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    ServingSetting one = setting.ofBatch(1);
    double waiting = waitingWatts(one);
    double joules =
        between(
            alone.seconds(one) * (alone.busyWatts(one) - waiting),
            full.seconds(one) * (full.busyWatts(one) - waiting),
            setting.batch());
    return waiting + joules / seconds(setting);
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return alone.waitingWatts(setting.ofBatch(1));
  }
}

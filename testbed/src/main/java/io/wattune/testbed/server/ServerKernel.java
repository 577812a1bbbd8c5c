package io.wattune.testbed.server;

import io.wattune.core.masktime.MaskTime;
import java.util.List;

/**
 * A kernel of a model.
 *
 * @param time on masks, at the highest clock
 */
public record ServerKernel(String name, KernelSensitivity sensitivity, MaskTime time) {

  /** Seconds alone on a mask at the highest clock. */
  public double seconds(List<Integer> units) {
    return time.seconds(units);
  }

  /**
   * Seconds alone on a mask: launch, and the rest, of which a part goes as one over the clock.
   *
   * @param clock as a share of the highest
   */
  public double seconds(List<Integer> units, double clock) {
    double body = time.seconds(units) - time.fixedSeconds();
    double stretch = sensitivity.clockShare() / clock + 1 - sensitivity.clockShare();
    return time.fixedSeconds() + body * stretch;
  }

  /** How many units' worth of work it does while it runs alone on a mask, at most those of it. */
  public double busyUnits(List<Integer> units) {
    return time.workSeconds() / (time.seconds(units) - time.fixedSeconds());
  }

  /**
   * The same kernel of another batch: work in proportion, and fewer blocks fill fewer units, so
   * that the floor rises. Exponent assumed.
   *
   * @param share of the batch that it was made for
   */
  ServerKernel scaled(double share) {
    double floor = Math.min(1, time.deviceFloor() * Math.pow(share, -0.6));
    return new ServerKernel(
        name,
        sensitivity,
        new MaskTime(
            time.fixedSeconds(),
            0,
            time.workSeconds() * share,
            floor,
            0,
            time.knee(),
            time.dealing()));
  }
}

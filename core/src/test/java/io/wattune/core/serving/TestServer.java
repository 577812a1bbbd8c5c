package io.wattune.core.serving;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A server whose requests take 10 ms on 60 units at 1500 MHz: a fifth of it is launch, the rest
 * goes as the clock, and as the units below a knee. A batch of n takes n to the 0.6 as long.
 */
record TestServer(int knee) implements ServingProfile {
  static final TestServer SERVER = new TestServer(30);

  /** A queue with a sample that is the same each time. */
  static QueueModel queue(Arrivals arrivals, double spread) {
    var random = new Random(1909);
    return QueueModel.drawn(arrivals, spread, random::nextDouble, random::nextGaussian);
  }

  @Override
  public List<Integer> megaHertz() {
    return IntStream.rangeClosed(0, 8).mapToObj(step -> 900 + 75 * step).toList();
  }

  @Override
  public int units() {
    return 60;
  }

  @Override
  public double seconds(ServingSetting setting) {
    double units = Math.max(1, (double) knee / setting.units());
    double one = 0.002 + 0.008 * units * 1500 / setting.megaHertz();
    return one * Math.pow(setting.batch(), 0.6);
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    double clock = setting.megaHertz() / 1500.0;
    return waitingWatts(setting)
        + 40 * clock * clock * Math.min(1, (double) setting.units() / knee);
  }

  @Override
  public double waitingWatts(ServingSetting setting) {
    return 15 + setting.units() * 0.7 * setting.megaHertz() / 1500.0;
  }
}

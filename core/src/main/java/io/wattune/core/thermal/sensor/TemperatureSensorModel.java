package io.wattune.core.thermal.sensor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What a device's temperature sensor will show at a power: one {@link SensorFilter} for each of
 * some delays of the sensor, weighted by how likely what it showed was under each (Magill, IEEE
 * Trans. Automatic Control 10(4), 1965). The sensor's step is the smallest difference between two
 * values that it has shown; until there are two that differ by less, 1 K. Not for two threads at
 * once. Test: {@code TemperatureSensorModelTest}.
 */
public final class TemperatureSensorModel {
  private static final long SECOND = 1_000_000_000L;
  private static final List<Long> DELAYS =
      LongStream.of(0, 1, 2, 3, 4, 6).map(halves -> halves * SECOND / 2).boxed().toList();
  private static final int MOST_WAITING = 64;

  private final List<SensorFilter> filters;
  private final PoleBank now = new PoleBank();
  private final Deque<Shown> waiting = new ArrayDeque<>();
  private long powerNanos;
  private double last;
  private double quantum = 1;

  /** What the sensor has shown. */
  private record Shown(long nanos, double celsius) {}

  /**
   * A model of which only the first power and temperature are known.
   *
   * @param resistance kelvin per watt of the whole device, to an order of magnitude
   */
  public TemperatureSensorModel(double resistance, long nanos, double watts, double celsius) {
    filters =
        DELAYS.stream()
            .map(delay -> new SensorFilter(delay, resistance, nanos, watts, celsius))
            .toList();
    now.settle(watts);
    powerNanos = nanos;
    last = celsius;
    take(new Shown(nanos, celsius));
  }

  /** The device has taken this power since the time before; times rise. */
  public void power(long nanos, double watts) {
    if (nanos <= powerNanos) {
      return;
    }
    now.advance(watts, (nanos - powerNanos) * 1e-9);
    powerNanos = nanos;
    filters.forEach(each -> each.power(nanos, watts));
    while (!waiting.isEmpty() && waiting.getFirst().nanos() <= nanos) {
      take(waiting.removeFirst());
    }
  }

  /** The sensor has shown this; times rise. Power may come later than what it has caused. */
  public void temperature(long nanos, double celsius) {
    var shown = new Shown(nanos, celsius);
    if (nanos <= powerNanos) {
      take(shown);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.addLast(shown);
    }
  }

  private void take(Shown shown) {
    double difference = Math.abs(shown.celsius() - last);
    if (difference > 0) {
      quantum = Math.min(quantum, difference);
    }
    last = shown.celsius();
    filters.forEach(each -> each.temperature(shown.nanos(), shown.celsius(), quantum));
  }

  /** Temperature at the sensor after so many seconds at a power. */
  public Prediction predict(double watts, double seconds) {
    double best = filters.stream().mapToDouble(SensorFilter::logLikelihood).max().orElseThrow();
    double weights = 0;
    double mean = 0;
    double square = 0;
    for (SensorFilter each : filters) {
      Prediction one = each.predict(now, powerNanos, watts, seconds, quantum);
      double weight = StrictMath.exp(each.logLikelihood() - best);
      weights += weight;
      mean += weight * one.celsius();
      square +=
          weight * (one.celsius() * one.celsius() + one.standardError() * one.standardError());
    }
    mean /= weights;
    return new Prediction(mean, Math.sqrt(Math.max(0, square / weights - mean * mean)));
  }
}

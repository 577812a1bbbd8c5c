package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.testbed.SeededNoise;
import java.util.List;

/**
 * One invocation of a kernel: how much of it is done, and what the counters have seen of it. When a
 * setting changes, what remains goes on at the new rate.
 */
public final class RunningInvocation {
  private final Kernel kernel;
  private final double work;
  private final long startNanos;

  /** Time of this invocation over that of the equations. */
  private final double slowness;

  private OperatingPoint point;
  private long sinceNanos;
  private double remaining = 1;

  private double valuBusySeconds;
  private double memUnitBusySeconds;
  private double memUnitStalledSeconds;
  private double writeUnitStalledSeconds;
  private double trafficGigabytes;
  private double peakGigabytes;

  /**
   * It starts.
   *
   * @param slowness its time over that of the equations
   */
  public RunningInvocation(
      Kernel kernel, Kernel.Phase phase, OperatingPoint point, double slowness, long startNanos) {
    this.kernel = kernel;
    this.work = kernel.work(phase);
    this.slowness = slowness;
    this.startNanos = startNanos;
    this.sinceNanos = startNanos;
    this.point = point;
  }

  /** Name of its kernel. */
  public String name() {
    return kernel.name();
  }

  /** When it started. */
  public long startNanos() {
    return startNanos;
  }

  /** Power of the card now. */
  public double watts() {
    return point.watts();
  }

  /** Delivered work of the whole invocation. */
  public double work() {
    return work;
  }

  /** Delivered work rate now. */
  double workPerSecond() {
    return work / (point.seconds() * slowness);
  }

  /** Work delivered up to a time since the last change. */
  double workDone(long nanos) {
    return work * (1 - remaining + share(nanos));
  }

  /** When it ends if nothing changes. */
  public long endNanos() {
    double seconds = remaining * point.seconds() * slowness;
    return sinceNanos + Math.max(1, Math.round(seconds * 1e9));
  }

  /** From this time on it runs otherwise. */
  public void goOn(long nanos, OperatingPoint newPoint) {
    count(nanos);
    remaining = Math.max(0, remaining - share(nanos));
    sinceNanos = nanos;
    point = newPoint;
  }

  /**
   * It ends: what the counters say.
   *
   * @param noise of the counters
   * @param firstIndex index of the first number to take from the noise
   * @param width standard deviation of a counter, as a share of it
   */
  public List<CounterValue> end(long nanos, SeededNoise noise, long firstIndex, double width) {
    count(nanos);
    double seconds = (nanos - startNanos) * 1e-9;
    var noisy = new Noisy(noise, firstIndex, width);
    double traffic = trafficGigabytes * 1e9;
    double writes = kernel.writeFraction();
    return List.of(
        fraction(CounterName.VALU_BUSY, noisy.of(0, valuBusySeconds / seconds)),
        fraction(CounterName.VALU_UTILIZATION, noisy.of(1, kernel.laneUtilization())),
        fraction(CounterName.MEM_UNIT_BUSY, noisy.of(2, memUnitBusySeconds / seconds)),
        fraction(CounterName.MEM_UNIT_STALLED, noisy.of(3, memUnitStalledSeconds / seconds)),
        fraction(CounterName.WRITE_UNIT_STALLED, noisy.of(4, writeUnitStalledSeconds / seconds)),
        registers(CounterName.VGPRS, kernel.vgprs()),
        registers(CounterName.SGPRS, kernel.sgprs()),
        increase(CounterName.READ_BYTES, CounterUnit.BYTES, noisy.of(5, traffic * (1 - writes))),
        increase(CounterName.WRITTEN_BYTES, CounterUnit.BYTES, noisy.of(6, traffic * writes)),
        increase(CounterName.PEAK_BYTES, CounterUnit.BYTES, peakGigabytes * 1e9),
        increase(CounterName.WORK, CounterUnit.WORK, work));
  }

  private double share(long nanos) {
    return (nanos - sinceNanos) * 1e-9 / (point.seconds() * slowness);
  }

  private void count(long nanos) {
    double seconds = (nanos - sinceNanos) * 1e-9;
    valuBusySeconds += point.valuBusy() / slowness * seconds;
    memUnitBusySeconds += point.memUnitBusy() * seconds;
    memUnitStalledSeconds += point.memUnitStalled() * seconds;
    writeUnitStalledSeconds += point.writeUnitStalled() * seconds;
    trafficGigabytes += point.memoryGigabytes() * share(nanos);
    peakGigabytes += point.peakGigabytesPerSecond() * seconds;
  }

  private static CounterValue fraction(String name, double value) {
    return new CounterValue(name, CounterUnit.FRACTION, CounterKind.MEAN, Math.min(1, value));
  }

  private static CounterValue registers(String name, int value) {
    return new CounterValue(name, CounterUnit.COUNT, CounterKind.LAST, value);
  }

  private static CounterValue increase(String name, CounterUnit unit, double value) {
    return new CounterValue(name, unit, CounterKind.INCREASE, value);
  }

  /** Noise in proportion to a value, cut at three standard deviations. */
  private record Noisy(SeededNoise noise, long firstIndex, double width) {
    double of(int index, double value) {
      return value * factor(noise, firstIndex + index, width);
    }
  }

  /** A factor around 1. */
  public static double factor(SeededNoise noise, long index, double width) {
    double gaussian = Math.max(-3, Math.min(3, noise.gaussian(index)));
    return 1 + width * gaussian;
  }
}

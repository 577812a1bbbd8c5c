package io.wattune.collectors.nodeagent;

import io.wattune.collectors.meter.DeviceEnergy;
import io.wattune.collectors.meter.DevicePower;
import io.wattune.collectors.meter.MeteredDevice;
import io.wattune.collectors.meter.MeteredJob;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceId;
import io.wattune.http.metric.DcgmMetrics;
import io.wattune.http.metric.MeterMetrics;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Puts the power and energy of an agent's devices among its metrics. */
public final class MeterReader {
  /** Older power says nothing of now; the fleet view leaves out the same. */
  private static final long STALE_NANOS = 10_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final double PER_MEGAHERTZ = 1e6;
  private static final double PER_JOULE = 1e3;

  /** NVIDIA's driver; AMD's edge sensor and DCGM, by the ids that their kinds give. */
  private static final List<String> GPU_TEMPERATURES = List.of("temperature.gpu", "Temperature");

  private static final List<String> CORE_CLOCKS =
      List.of(CounterName.SM_CLOCK, CounterName.GRAPHICS_CLOCK, CounterName.CORE_CLOCK);
  private static final List<String> MEMORY_CLOCKS =
      List.of(CounterName.MEMORY_CLOCK, CounterName.CURRENT_MEMORY_CLOCK);

  private final LongSupplier epochNanos;
  private final boolean hasDcgmNames;

  /**
   * A reader.
   *
   * @param epochNanos the node's clock
   * @param hasDcgmNames whether they are put under the names of DCGM and Kepler, too
   */
  public MeterReader(LongSupplier epochNanos, boolean hasDcgmNames) {
    this.epochNanos = epochNanos;
    this.hasDcgmNames = hasDcgmNames;
  }

  /** A reader by the machine's clock. */
  public static MeterReader ofSystem(boolean hasDcgmNames) {
    return new MeterReader(() -> System.currentTimeMillis() * NANOS_PER_MILLI, hasDcgmNames);
  }

  void read(MetricValues values, AgentSnapshot agent) {
    String node = agent.node();
    values.put(MeterMetrics.UNMETERED, agent.unmetered(), node);
    for (MeteredDevice device : agent.meters()) {
      read(values, node, device);
    }
    if (hasDcgmNames) {
      dcgm(values, node, agent.meters());
    }
  }

  private void read(MetricValues values, String node, MeteredDevice of) {
    String device = of.device();
    values.put(MeterMetrics.INFO, 1, node, device, of.model());
    DevicePower power = of.power();
    if (power != null) {
      long age = epochNanos.getAsLong() - power.timeNanos();
      values.put(MeterMetrics.AGE, age * 1e-9, node, device);
      values.put(MeterMetrics.QUALITY, power.quality().code(), node, device);
      if (isFresh(power)) {
        putKnown(values, MeterMetrics.POWER, power.watts(), node, device);
        putKnown(values, MeterMetrics.POWER_ERROR, power.errorWatts(), node, device);
        putKnown(values, MeterMetrics.SENSOR, power.rawWatts(), node, device);
      }
    }
    DeviceEnergy energy = of.energy();
    if (energy != null) {
      values.put(MeterMetrics.ENERGY, energy.joules(), node, device);
      values.put(MeterMetrics.ENERGY_ERROR, energy.errorJoules(), node, device);
      energy
          .seconds()
          .forEach(
              (quality, seconds) ->
                  values.put(
                      MeterMetrics.METERED,
                      seconds,
                      node,
                      device,
                      quality.name().toLowerCase(Locale.ROOT)));
    }
    of.userJoules()
        .forEach(
            (user, joules) -> values.put(MeterMetrics.USER_ENERGY, joules, node, device, user));
    for (MeteredJob job : of.jobs()) {
      values.put(MeterMetrics.JOB_ENERGY, job.joules(), node, device, job.activityId(), job.user());
    }
    for (CounterValue counter : of.counters().values()) {
      Metric metric = metric(counter.unit());
      if (metric != null) {
        values.put(metric, counter.value(), node, device, counter.counter());
      }
    }
  }

  private static @Nullable Metric metric(CounterUnit unit) {
    return switch (unit) {
      case HERTZ -> MeterMetrics.CLOCK;
      case CELSIUS -> MeterMetrics.TEMPERATURE;
      case WATTS -> MeterMetrics.REPORTED;
      case FRACTION -> MeterMetrics.RATIO;
      case COUNT, BYTES, SECONDS, JOULES, WORK -> null;
    };
  }

  private boolean isFresh(DevicePower power) {
    return epochNanos.getAsLong() - power.timeNanos() < STALE_NANOS;
  }

  private static void putKnown(MetricValues values, Metric metric, double value, String... labels) {
    if (!Double.isNaN(value)) {
      values.put(metric, value, labels);
    }
  }

  private void dcgm(MetricValues values, String node, List<MeteredDevice> devices) {
    double joules = 0;
    int gpu = 0;
    for (MeteredDevice of : devices) {
      if (DeviceId.isMeter(of.device())) {
        continue;
      }
      String uuid = of.device().substring(node.length() + 1);
      String[] labels = {Integer.toString(gpu), uuid, "wattune" + gpu, of.model(), node};
      DevicePower power = of.power();
      if (power != null && isFresh(power)) {
        putKnown(values, DcgmMetrics.POWER, power.watts(), labels);
      }
      DeviceEnergy energy = of.energy();
      if (energy != null) {
        values.put(DcgmMetrics.ENERGY, energy.joules() * PER_JOULE, labels);
        joules += energy.joules();
      }
      putKnown(values, DcgmMetrics.TEMPERATURE, first(of, GPU_TEMPERATURES), labels);
      putKnown(values, DcgmMetrics.CORE_CLOCK, first(of, CORE_CLOCKS) / PER_MEGAHERTZ, labels);
      putKnown(values, DcgmMetrics.MEMORY_CLOCK, first(of, MEMORY_CLOCKS) / PER_MEGAHERTZ, labels);
      gpu++;
    }
    values.put(DcgmMetrics.KEPLER, joules, node, "wattune");
  }

  /** The value of the first of these counters that the device has; NaN without any. */
  private static double first(MeteredDevice of, List<String> names) {
    for (String name : names) {
      CounterValue value = of.counters().get(name);
      if (value != null) {
        return value.value();
      }
    }
    return Double.NaN;
  }
}

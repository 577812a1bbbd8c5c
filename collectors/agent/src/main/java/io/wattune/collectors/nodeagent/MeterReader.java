package io.wattune.collectors.nodeagent;

import static java.util.stream.Collectors.toMap;

import io.wattune.collectors.meter.DeviceEnergy;
import io.wattune.collectors.meter.DevicePower;
import io.wattune.collectors.meter.MeteredDevice;
import io.wattune.collectors.meter.MeteredJob;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceId;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricKind;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

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

  /** A device at the time of a scrape. */
  private record Seen(MeteredDevice device, long nowNanos) {
    /** Of the newest power; NaN where there is none. */
    double power(ToDoubleFunction<DevicePower> value) {
      DevicePower power = device.power();
      return power == null ? Double.NaN : value.applyAsDouble(power);
    }

    /** The same; NaN where it is not of now, too. */
    double fresh(ToDoubleFunction<DevicePower> value) {
      return power(
          power ->
              nowNanos - power.timeNanos() < STALE_NANOS ? value.applyAsDouble(power) : Double.NaN);
    }

    double energy(ToDoubleFunction<DeviceEnergy> value) {
      DeviceEnergy energy = device.energy();
      return energy == null ? Double.NaN : value.applyAsDouble(energy);
    }

    Map<String, Double> seconds() {
      DeviceEnergy energy = device.energy();
      return energy == null
          ? Map.of()
          : energy.seconds().entrySet().stream()
              .collect(
                  toMap(
                      each -> each.getKey().name().toLowerCase(Locale.ROOT), Map.Entry::getValue));
    }

    Map<String, Double> counters(CounterUnit unit) {
      return device.counters().values().stream()
          .filter(counter -> counter.unit() == unit)
          .collect(toMap(CounterValue::counter, CounterValue::value));
    }

    /** The value of the first of these counters that the device has; NaN without any. */
    double first(List<String> names) {
      for (String name : names) {
        CounterValue value = device.counters().get(name);
        if (value != null) {
          return value.value();
        }
      }
      return Double.NaN;
    }
  }

  /** What an agent says of the power and energy of its devices. */
  private static final Metric USER_ENERGY =
      Metric.counter(
          "agent",
          "user_energy",
          "joules",
          "Energy of jobs that have ended, by the user that they name; (none) is what no job took,"
              + " (others) who came after the first 200 users. A job counts half a minute after its"
              + " end, all at once. In OpenMetrics the user's newest job of the last 20 is its"
              + " exemplar.",
          "node",
          "device",
          "user");

  private static final MetricTable<Seen> DEVICES =
      MetricTable.<Seen>of("agent", "node", "device")
          .add(
              Metric.info(
                  "agent",
                  "device",
                  "Always 1; its labels say what the device is.",
                  "node",
                  "device",
                  "model"),
              of -> Map.of(List.of(of.device().model()), 1))
          .gauge(
              "device_power",
              "watts",
              "Newest true power; absent where there is none, or none of the last 10 seconds.",
              of -> of.fresh(DevicePower::watts))
          .gauge(
              "device_power_error",
              "watts",
              "Its standard error; errors of two devices may be common.",
              of -> of.fresh(DevicePower::errorWatts))
          .gauge(
              "device_sensor",
              "watts",
              "What the sensor said at that time.",
              of -> of.fresh(DevicePower::rawWatts))
          .gauge(
              "device_power_quality",
              "Quality of the newest sample: 0 measured, 1 corrected, 2 estimated, 3 gap, 4 invalid.",
              of -> of.power(power -> power.quality().code()))
          .gauge(
              "device_power_age",
              "seconds",
              "Age of the newest sample, by the node's clock.",
              of -> of.power(power -> (of.nowNanos() - power.timeNanos()) * 1e-9))
          .counter(
              "device_energy",
              "joules",
              "Energy since the agent began. It never falls: where a correction takes some away, it"
                  + " stands until what comes makes up for it.",
              of -> of.energy(DeviceEnergy::joules))
          .gauge(
              "device_energy_error",
              "joules",
              "Standard error of that energy, without the last half minute, which may still change.",
              of -> of.energy(DeviceEnergy::errorJoules))
          .counters(
              "device_metered",
              "seconds",
              "Seconds that are in that energy and final, by their quality. Seconds without any"
                  + " reading are in none, and their energy is in nothing.",
              "quality",
              Seen::seconds)
          .gauges(
              "device_clock",
              "hertz",
              "Clocks that the driver reports.",
              "clock",
              of -> of.counters(CounterUnit.HERTZ))
          .gauges(
              "device_temperature",
              "celsius",
              "Temperatures that the driver reports.",
              "sensor",
              of -> of.counters(CounterUnit.CELSIUS))
          .gauges(
              "device_reported",
              "watts",
              "Powers that the driver reports beside the reading, such as the limit in force.",
              "counter",
              of -> of.counters(CounterUnit.WATTS))
          .gauges(
              "device_reported",
              "ratio",
              "Shares that the driver reports, 0 to 1, such as busy time.",
              "counter",
              of -> of.counters(CounterUnit.FRACTION))
          .add(
              USER_ENERGY,
              of ->
                  of.device().userJoules().entrySet().stream()
                      .collect(toMap(each -> List.of(each.getKey()), Map.Entry::getValue)))
          .add(
              Metric.gauge(
                  "agent",
                  "job_energy",
                  "joules",
                  "Energy of a job that has ended, by its id. The last 20 of a device are shown, each"
                      + " from half a minute after its end.",
                  "node",
                  "device",
                  "activity",
                  "user"),
              of ->
                  of.device().jobs().stream()
                      .collect(
                          toMap(
                              job -> List.of(job.activityId(), job.user()), job -> job.joules())));

  private static final MetricTable<AgentSnapshot> NODE =
      MetricTable.<AgentSnapshot>of("agent", "node")
          .counter(
              "unmetered_readings",
              "Readings that came faster than they could be metered; what is published has them.",
              AgentSnapshot::unmetered);

  /**
   * Names under which others' boards look for the same quantities: those of NVIDIA's dcgm-exporter
   * (its default counters, by its fields' units) and of Kepler up to 0.9. Only where they are asked
   * for: they keep neither Prometheus' units nor our own names.
   */
  private static final MetricTable<Seen> DCGM =
      MetricTable.<Seen>of(Metric.FOREIGN)
          .add(
              dcgm("DCGM_FI_DEV_POWER_USAGE", MetricKind.GAUGE, "Newest true power, in watts."),
              of -> one(of.fresh(DevicePower::watts)))
          .add(
              dcgm(
                  "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                  MetricKind.UNTYPED,
                  "Energy since the agent began, in millijoules; a count, without a type since its"
                      + " name does not end in _total."),
              of -> one(of.energy(DeviceEnergy::joules) * PER_JOULE))
          .add(
              dcgm(
                  "DCGM_FI_DEV_GPU_TEMP",
                  MetricKind.GAUGE,
                  "Temperature of the GPU, in degrees Celsius."),
              of -> one(of.first(GPU_TEMPERATURES)))
          .add(
              dcgm(
                  "DCGM_FI_DEV_SM_CLOCK",
                  MetricKind.GAUGE,
                  "Clock of the compute units, in megahertz."),
              of -> one(of.first(CORE_CLOCKS) / PER_MEGAHERTZ))
          .add(
              dcgm("DCGM_FI_DEV_MEM_CLOCK", MetricKind.GAUGE, "Clock of the memory, in megahertz."),
              of -> one(of.first(MEMORY_CLOCKS) / PER_MEGAHERTZ));

  private static final MetricTable<Double> KEPLER =
      MetricTable.<Double>of(Metric.FOREIGN)
          .add(
              new Metric(
                  Metric.FOREIGN,
                  "kepler_node_gpu_joules_total",
                  MetricKind.COUNTER,
                  "joules",
                  List.of("node", "source"),
                  "Energy of the node's devices since the agent began, its own meter left out."),
              joules -> one(joules));

  static final List<MetricTable<?>> TABLES = List.of(DEVICES, NODE);
  static final List<MetricTable<?>> OF_OTHERS = List.of(DCGM, KEPLER);

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
    NODE.read(values, agent, node);
    List<Seen> devices =
        agent.meters().stream().map(each -> new Seen(each, epochNanos.getAsLong())).toList();
    devices.forEach(each -> device(values, node, each));
    if (hasDcgmNames) {
      dcgm(values, node, devices);
    }
  }

  private static void device(MetricValues values, String node, Seen of) {
    String device = of.device().device();
    DEVICES.read(values, of, node, device);
    for (MeteredJob job : of.device().jobs()) { // the newest last
      values.exemplar(
          USER_ENERGY, job.joules(), "activity", job.activityId(), node, device, job.user());
    }
  }

  private static void dcgm(MetricValues values, String node, List<Seen> devices) {
    double joules = 0;
    int gpu = 0;
    for (Seen of : devices) {
      String device = of.device().device();
      if (DeviceId.isMeter(device)) {
        continue;
      }
      String uuid = device.substring(node.length() + 1);
      DCGM.read(
          values, of, Integer.toString(gpu), uuid, "wattune" + gpu, of.device().model(), node);
      DeviceEnergy energy = of.device().energy();
      joules += energy == null ? 0 : energy.joules();
      gpu++;
    }
    KEPLER.read(values, joules, node, "wattune");
  }

  private static Metric dcgm(String name, MetricKind kind, String sentence) {
    List<String> labels = List.of("gpu", "UUID", "device", "modelName", "Hostname");
    return new Metric(Metric.FOREIGN, name, kind, "", labels, sentence);
  }

  private static Map<List<String>, Double> one(double value) {
    return Map.of(List.of(), value);
  }
}

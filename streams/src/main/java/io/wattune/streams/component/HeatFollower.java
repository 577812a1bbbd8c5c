package io.wattune.streams.component;

import io.wattune.core.NewestEntries;
import io.wattune.core.Quality;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.live.BlockHeat;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.HeatPlan;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.live.PreparedPlan;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Follows the heat of the devices of one task, on the plan that was given or on a generic one of
 * the size of the highest power seen. What it has learned is not kept over a restart: within a
 * minute it is learned again, and errors say so until then. Of a device that shows its own hot spot
 * (AMD's junction) beside the temperature of its edge, the hot spot is what it shows. Not for two
 * threads at once. Test: {@code HeatFollowerTest}.
 */
final class HeatFollower {
  /** Beyond this many the device that was seen the longest ago is forgotten. */
  private static final int MOST_DEVICES = 4096;

  private static final long LEAST_NANOS = 1_000_000_000L;

  /** The smallest chip takes so much; sizes are half as large again each. */
  private static final double LEAST_WATTS = 30;

  private static final double STEP = 1.5;

  /** AMD's, of one place at the chip's edge, and the hottest of many on it. */
  private static final String EDGE = "Temperature";

  private static final String JUNCTION = "JunctionTemperature";

  /** It moves by a kelvin in a step, and may have in the second between it and the power. */
  private static final double JUNCTION_ERROR = 1;

  private static final long JUNCTION_NANOS = 3_000_000_000L;

  /** Eight sizes at most, each of which takes a quarter of a second: for all tasks of a process. */
  private static final Map<Double, PreparedPlan> GENERIC_MAPS = new ConcurrentHashMap<>();

  private static final class Device {
    BlockHeat heat;
    double watts;
    final boolean isGiven;
    long saidNanos = Long.MIN_VALUE;
    long junctionNanos;
    double junctionCelsius = Double.NaN;

    Device(BlockHeat heat, double watts, boolean isGiven) {
      this.heat = heat;
      this.watts = watts;
      this.isGiven = isGiven;
    }
  }

  private final List<GivenPlan> given;
  private final Map<GivenPlan, PreparedPlan> givenMaps = new HashMap<>();
  private final Map<String, Device> devices = NewestEntries.used(MOST_DEVICES);

  HeatFollower(List<GivenPlan> given) {
    this.given = List.copyOf(given);
  }

  /** Temperatures of a device's own sensor, where they are among its counters. */
  void counters(CounterReading reading) {
    Device device = devices.get(reading.device());
    if (device == null) {
      return;
    }
    OptionalDouble edge = reading.value(EDGE);
    OptionalDouble junction = reading.value(JUNCTION);
    boolean hasHotSpot = edge.isPresent() && junction.isPresent();
    if (hasHotSpot) {
      device.junctionNanos = reading.endNanos();
      device.junctionCelsius = junction.getAsDouble();
    }
    (hasHotSpot ? edge : reading.hottestCelsius())
        .ifPresent(celsius -> device.heat.temperature(reading.endNanos(), celsius));
  }

  /** Power by component; how hot the device is, once a second. */
  Optional<HeatRecord> power(ComponentPower power) {
    Device device = devices.computeIfAbsent(power.device(), name -> device(power));
    if (!device.isGiven && power.totalWatts() > device.watts) {
      device.watts = size(power.totalWatts());
      device.heat = device.heat.on(generic(device.watts));
    }
    if (power.endNanos() < device.saidNanos - LEAST_NANOS) {
      // The node's clock was set back.
      device = device(power);
      devices.put(power.device(), device);
    }
    device.heat.power(power);
    if (device.saidNanos != Long.MIN_VALUE && power.endNanos() - device.saidNanos < LEAST_NANOS) {
      return Optional.empty();
    }
    device.saidNanos = power.endNanos();
    Device known = device;
    HeatPlan plan = device.heat.plan();
    return device
        .heat
        .reading()
        .map(
            reading ->
                new HeatRecord(
                    power.device(),
                    plan.name(),
                    plan.isGiven(),
                    plan.sensorBlock(),
                    quality(power, plan, reading),
                    measured(known, reading)));
  }

  /** With the hot spot that the device itself shows, where it does: nothing is to be guessed. */
  private static HeatReading measured(Device device, HeatReading reading) {
    boolean isFresh =
        !Double.isNaN(device.junctionCelsius)
            && Math.abs(reading.nanos() - device.junctionNanos) <= JUNCTION_NANOS;
    if (!isFresh || reading.sensor().isEmpty()) {
      return reading;
    }
    Prediction sensor = reading.sensor().get();
    return new HeatReading(
        reading.nanos(),
        reading.doubt(),
        reading.sensor(),
        reading.blocks(),
        reading.hotSpot(),
        new Prediction(
            device.junctionCelsius - sensor.celsius(),
            StrictMath.hypot(JUNCTION_ERROR, sensor.standardError())));
  }

  private static Quality quality(ComponentPower power, HeatPlan plan, HeatReading reading) {
    if (reading.doubt() != SensorDoubt.NONE || reading.sensor().isEmpty()) {
      return Quality.INVALID;
    }
    return plan.isGiven() && power.isKnown()
        ? power.quality()
        : power.quality().worst(Quality.ESTIMATED);
  }

  /** It will not come again. */
  void forget(String device) {
    devices.remove(device);
  }

  private Device device(ComponentPower power) {
    for (GivenPlan each : given) {
      if (each.isFor(power.device())) {
        double watts = size(power.totalWatts());
        return new Device(
            new BlockHeat(givenMaps.computeIfAbsent(each, HeatFollower::map), 2 * watts),
            watts,
            true);
      }
    }
    double watts = size(power.totalWatts());
    return new Device(new BlockHeat(generic(watts), 2 * watts), watts, false);
  }

  private static PreparedPlan map(GivenPlan given) {
    try {
      return new PreparedPlan(given.plan());
    } catch (HotspotFormatException e) {
      throw new IllegalStateException("a plan was given that cannot be read: " + e.getMessage(), e);
    }
  }

  private static PreparedPlan generic(double watts) {
    return GENERIC_MAPS.computeIfAbsent(
        Math.min(watts, HeatPlan.MOST_GENERIC_WATTS),
        each -> new PreparedPlan(HeatPlan.generic(each)));
  }

  private static double size(double watts) {
    double size = LEAST_WATTS;
    while (size < watts) {
      size *= STEP;
    }
    return size;
  }
}

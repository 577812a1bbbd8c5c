package io.wattune.testbed.gpu;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testbed.BoardBehaviour;
import io.wattune.testbed.SensorParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A kind of GPU.
 *
 * @param name its name among the data files
 * @param vendor who makes it, in small letters
 * @param product the vendor's name of it
 * @param cuCount compute units that work may use
 * @param coreClockMegaHertz clock of the compute units and of the L2
 * @param memoryClockMegaHertz clock of the memory
 * @param switchingDelayNanos from when a new setting is seen to when it holds
 * @param time constants of the time of a kernel
 * @param power constants of power under load
 * @param activeIdleShare share of the power equation without load that active idle takes, beyond
 *     {@code idle.activeIdleWatts}: 0 where clocks do not matter then
 * @param idle what it does between kernels
 * @param sensor its power sensor
 * @param pollPeriodNanos how often to ask the sensor; without meaning where polls are irregular
 * @param pollPattern when the driver answers
 * @param timeNoise standard deviation of the time of an invocation, as a share of it
 * @param counterNoise standard deviation of a counter, as a share of it
 */
public record GpuModel(
    String name,
    String vendor,
    String product,
    Knob cuCount,
    Knob coreClockMegaHertz,
    Knob memoryClockMegaHertz,
    long switchingDelayNanos,
    TimeConstants time,
    PowerConstants power,
    double activeIdleShare,
    BoardBehaviour idle,
    SensorParameters sensor,
    long pollPeriodNanos,
    PollPattern pollPattern,
    double timeNoise,
    double counterNoise) {

  public GpuModel {
    Require.named("name", name, 120);
    Require.named("vendor", vendor, 120);
    Require.named("product", product, 120);
    Require.notNegative("switchingDelayNanos", switchingDelayNanos);
    Require.notNegative("activeIdleShare", activeIdleShare);
    Require.notNegative("idle.idleWatts", idle.idleWatts());
    Require.notNegative("idle.activeIdleWatts", idle.activeIdleWatts());
    idle.stepDownWatts().forEach(watts -> Require.notNegative("idle.stepDownWatts", watts));
    Require.positive("pollPeriodNanos", pollPeriodNanos);
    // Noise is cut at three standard deviations, and a time must stay above 0.
    Require.within("timeNoise", timeNoise, 0, 0.3);
    Require.within("counterNoise", counterNoise, 0, 0.3);
  }

  /** What can be set, each at its own value. */
  public List<Tunable> tunables() {
    var tunables = new ArrayList<Tunable>();
    add(tunables, TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, coreClockMegaHertz);
    add(tunables, TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, memoryClockMegaHertz);
    add(tunables, TunableName.CU_COUNT, TunableUnit.COUNT, cuCount);
    return tunables;
  }

  /** The same with other constants. */
  public GpuModel with(TimeConstants newTime, PowerConstants newPower) {
    return new GpuModel(
        name,
        vendor,
        product,
        cuCount,
        coreClockMegaHertz,
        memoryClockMegaHertz,
        switchingDelayNanos,
        newTime,
        newPower,
        activeIdleShare,
        idle,
        sensor,
        pollPeriodNanos,
        pollPattern,
        timeNoise,
        counterNoise);
  }

  /** The values of its knobs before anybody writes. */
  public KnobValues own() {
    return values(Configuration.EMPTY);
  }

  /** The values of its knobs under a configuration: their own where it names none. */
  public KnobValues values(Configuration configuration) {
    return new KnobValues(
        value(configuration, TunableName.CU_COUNT, cuCount),
        value(configuration, TunableName.CORE_CLOCK, coreClockMegaHertz),
        value(configuration, TunableName.MEMORY_CLOCK, memoryClockMegaHertz));
  }

  /** All values of its knobs: by compute units, then core clock, then memory clock, ascending. */
  public List<KnobValues> configurations() {
    var all = new ArrayList<KnobValues>();
    for (long units : cuCount.values()) {
      for (long core : coreClockMegaHertz.values()) {
        for (long memory : memoryClockMegaHertz.values()) {
          all.add(
              new KnobValues(
                  Math.toIntExact(units), Math.toIntExact(core), Math.toIntExact(memory)));
        }
      }
    }
    return all;
  }

  private static int value(Configuration configuration, String tunable, Knob knob) {
    long wished = configuration.setting(tunable).map(Setting::value).orElse(knob.own());
    return Math.toIntExact(knob.physical(wished));
  }

  private static void add(List<Tunable> tunables, String name, TunableUnit unit, Knob knob) {
    if (knob.isTunable()) {
      tunables.add(new Tunable(name, unit, knob.grid(), OptionalLong.of(knob.own()), false));
    }
  }
}

package io.wattune.testbed.standin;

import io.wattune.testbed.SeededNoise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A card in time: what it takes, delivers and shows. Between two events (a register takes effect, a
 * program's work is done, the sensor is brought up to date) power is constant, so that energy,
 * temperature and counters are exact whenever it is advanced. Programs share it equally. Times are
 * nanoseconds of any clock that only goes forward. Not thread safe. Test: {@code
 * SimulatedDeviceTest}.
 */
final class SimulatedDevice {
  /** A register takes effect so long after it was seen to change. */
  static final long SWITCH_NANOS = 10_000_000L;

  /** A card without work keeps its clocks so long. */
  static final long ACTIVE_IDLE_NANOS = 1_000_000_000L;

  private static final long AVERAGE_NANOS = 1_000_000_000L;
  private static final double SECONDS = 1e-9;
  private static final double LONGEST_NANOS = 1e15;

  /** What a state follows from; it is looked at far more often than it changes. */
  private record Conditions(Registers inForce, List<CardModel.Mix> mixes, boolean keepsClocks) {}

  private final CardModel model;
  private final Registers own;
  private final SeededNoise noise;
  private final PowerHistory history = new PowerHistory();
  private final List<Program> busy = new ArrayList<>();
  private final List<CardModel.Mix> mixes = new ArrayList<>();
  private Registers registers;
  private Registers inForce;
  private long switchNanos = Long.MAX_VALUE;
  private DeviceTotals totals = DeviceTotals.NONE;
  private long nowNanos;
  private long lastBusyNanos = Long.MIN_VALUE / 2;
  private long updateNanos;
  private long updates;
  private double celsius;
  private double sensorWatts;
  private double averageWatts;
  private double counterJoules;
  private @Nullable Conditions ofState;
  private CardState state;
  private CardState atOwn;

  SimulatedDevice(CardModel model, long seed, long nowNanos) {
    this.model = model;
    this.own = new Registers(0, 0, model.ownLimitMilliwatts());
    this.registers = own;
    this.inForce = own;
    this.noise = new SeededNoise(seed);
    this.nowNanos = nowNanos;
    this.updateNanos = nowNanos + model.sensor().periodNanos();
    this.celsius = model.settledCelsius(model.restWatts());
    this.sensorWatts = model.restWatts();
    this.averageWatts = model.restWatts();
    this.state = CardState.of(model, own, List.of(), false);
    this.atOwn = state;
    history.mark(nowNanos, 0);
  }

  DeviceTotals totals() {
    return totals;
  }

  /** How it is at the time to which it was advanced. */
  CardState state() {
    return state;
  }

  double celsius() {
    return celsius;
  }

  /** What its sensor shows. */
  double sensorWatts() {
    return sensorWatts;
  }

  /** The mean of the last second, as the sensor shows it. */
  double averageWatts() {
    return averageWatts;
  }

  /** What its energy counter shows, which is brought up to date with the sensor. */
  double counterJoules() {
    return counterJoules;
  }

  /** What is set now takes effect a little later. */
  void set(Registers newRegisters) {
    if (!newRegisters.equals(registers)) {
      registers = newRegisters;
      switchNanos = Math.min(switchNanos, nowNanos + SWITCH_NANOS);
    }
  }

  /** Goes on to a time with what its programs ask for. */
  void advance(long untilNanos, List<Program> programs) {
    while (true) {
      look(programs);
      if (nowNanos >= untilNanos) {
        return;
      }
      long next = Math.min(untilNanos, Math.min(switchNanos, updateNanos));
      for (Program each : busy) {
        double nanos = Math.ceil(each.left() / rateOf(each) / SECONDS);
        next = Math.min(next, nowNanos + (long) Math.min(LONGEST_NANOS, nanos));
      }
      long rests = lastBusyNanos + ACTIVE_IDLE_NANOS;
      if (busy.isEmpty() && rests > nowNanos) {
        next = Math.min(next, rests);
      }
      pass(Math.max(1, next - nowNanos));
    }
  }

  /** Work per second of one program: each has an equal share of the time. */
  private double rateOf(Program program) {
    return model.busy(program.mix(), state.core(), state.memory()).rate() / busy.size();
  }

  private void look(List<Program> programs) {
    if (nowNanos >= switchNanos) {
      inForce = registers;
      switchNanos = Long.MAX_VALUE;
    }
    busy.clear();
    mixes.clear();
    for (Program each : programs) {
      if (each.isBusy()) {
        busy.add(each);
        mixes.add(each.mix());
      }
    }
    if (!busy.isEmpty()) {
      lastBusyNanos = nowNanos;
    }
    var conditions =
        new Conditions(inForce, List.copyOf(mixes), nowNanos - lastBusyNanos < ACTIVE_IDLE_NANOS);
    if (!conditions.equals(ofState)) {
      ofState = conditions;
      state = CardState.of(model, inForce, conditions.mixes, conditions.keepsClocks);
      atOwn = CardState.of(model, own, conditions.mixes, conditions.keepsClocks);
    }
  }

  private void pass(long nanos) {
    double seconds = nanos * SECONDS;
    double settled = model.settledCelsius(state.watts());
    celsius = settled + (celsius - settled) * Math.exp(-seconds / CardModel.THERMAL_SECONDS);
    for (Program each : busy) {
      each.get(rateOf(each) * seconds);
    }
    totals = totals.after(nanos, state, atOwn);
    nowNanos += nanos;
    if (!busy.isEmpty()) {
      lastBusyNanos = nowNanos;
    }
    history.mark(nowNanos, totals.joules());
    if (nowNanos >= updateNanos) {
      update();
    }
  }

  private void update() {
    CardModel.Sensor sensor = model.sensor();
    double shown = sensor.noiseWatts() * noise.gaussian(updates++);
    sensorWatts = Math.max(1, history.meanWatts(sensor.windowNanos()) + shown);
    averageWatts = Math.max(1, history.meanWatts(AVERAGE_NANOS) + shown);
    counterJoules = totals.joules();
    updateNanos += sensor.periodNanos();
  }
}

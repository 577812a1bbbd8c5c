package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guards;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A device that heats, in the loop of a controller: power comes half a second late, temperature
 * each second, decisions are in force 0.3 s after they were made.
 */
final class HotDevice {
  static final String MODEL = "Maker X1";
  private static final long SECOND = 1_000_000_000L;
  private static final long STEP = SECOND / 10;
  private static final String DEVICE = "n/a";

  final double highestWatts;
  final double room = 25;
  private final double[] resistance;
  final double[] seconds;
  private final double[] rise = new double[2];
  private final double exponent;

  /** Share of the highest power that no clock changes. */
  private final double fixed;

  private final double[] past;
  private final boolean hasPowerLimit;
  private final ValueGrid clocks;

  /** Tenths of a second: by how much power is late, and until a decision is in force. */
  private final int late;

  private final int setIn;
  private final DeviceLoop loop;
  private final Deque<Double> lateWatts = new ArrayDeque<>();
  private final Deque<Double> stated = new ArrayDeque<>();
  LoopState state;
  DoubleUnaryOperator sensor = celsius -> celsius;
  boolean hasCounters = true;
  boolean hasPower = true;
  double load = 0.1;
  long nanos = 1000 * SECOND;
  Optional<Proposal> newest = Optional.empty();

  /** The most by which the temperature was above what had been stated four seconds before. */
  double beyondStated = Double.NEGATIVE_INFINITY;

  private double clock = 1;
  private double limitWatts;
  private final Deque<Sent> coming = new ArrayDeque<>();
  private long sequence;
  private int steps;

  private record Sent(Proposal proposal, long sequence, int step) {}

  HotDevice(Random random, boolean hasPowerLimit, double limit) {
    this(random, hasPowerLimit, limit, ValueGrid.evenly(200, 1700, 100));
  }

  /** With clocks up to 1700 MHz. */
  HotDevice(Random random, boolean hasPowerLimit, double limit, ValueGrid clocks) {
    this.hasPowerLimit = hasPowerLimit;
    this.clocks = clocks;
    highestWatts = 60 * Math.pow(10, random.nextDouble());
    limitWatts = highestWatts;
    double all = (45 + 30 * random.nextDouble()) / highestWatts;
    double fast = 0.1 + 0.4 * random.nextDouble();
    resistance = new double[] {all * fast, all * (1 - fast)};
    seconds = new double[] {1 + 3 * random.nextDouble(), 12 * Math.pow(8, random.nextDouble())};
    exponent = 1 + 1.5 * random.nextDouble();
    fixed = 0.1 + 0.4 * random.nextDouble();
    late = 3 + random.nextInt(13);
    setIn = 2 + random.nextInt(14);
    past = new double[1 + random.nextInt(11)];
    loop =
        new DeviceLoop(
            LoopSettings.DEFAULT,
            Goals.of(new NonePolicy()),
            Guards.standard(2, SECOND / 2),
            new TemperatureLimits(OptionalDouble.empty(), Map.of("x1", limit)),
            ServingGoals.NONE);
    state = loop.newState(DEVICE);
    for (int k = 0; k < 2; k++) {
      rise[k] = resistance[k] * watts();
    }
    Arrays.fill(past, celsius());
    describe();
  }

  void describe() {
    Tunable core =
        new Tunable(
            TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, clocks, OptionalLong.of(1700), true);
    Tunable power =
        new Tunable(
            TunableName.POWER_LIMIT,
            TunableUnit.MILLIWATTS,
            ValueGrid.evenly(Math.round(250 * highestWatts), Math.round(1000 * highestWatts), 1000),
            OptionalLong.of(Math.round(1000 * highestWatts)),
            true);
    loop.onDescriptor(
        state,
        new DeviceDescriptor(
            DEVICE,
            "n",
            null,
            "maker",
            MODEL,
            "",
            null,
            0,
            List.of(),
            hasPowerLimit ? List.of(power, core) : List.of(core)));
  }

  /** A controller that starts anew with what was kept. */
  void restart() {
    state = loop.restored(state.snapshot());
  }

  private double watts() {
    double share = Math.pow(clock, exponent);
    return Math.min(limitWatts, highestWatts * (fixed + (1 - fixed) * load * share));
  }

  double celsius() {
    return room + rise[0] + rise[1];
  }

  /** Where it would settle if it went on at its own settings. */
  double settledAtOwn() {
    return room + (resistance[0] + resistance[1]) * highestWatts * (fixed + (1 - fixed) * load);
  }

  /** The clock that is in force, of the own one. */
  double clock() {
    return clock;
  }

  /** The most power that is allowed now, of the highest. */
  double limitShare() {
    return limitWatts / highestWatts;
  }

  void run(double time) {
    for (int i = 0; i < Math.round(time * 10); i++) {
      step();
    }
  }

  private void step() {
    nanos += STEP;
    steps++;
    double watts = watts();
    for (int k = 0; k < 2; k++) {
      double settled = resistance[k] * watts;
      rise[k] = settled + (rise[k] - settled) * Math.exp(-0.1 / seconds[k]);
    }
    past[steps % past.length] = celsius();
    lateWatts.addLast(watts);
    if (!coming.isEmpty() && coming.getFirst().step() <= steps) {
      apply(coming.removeFirst());
    }
    if (hasCounters && steps % 10 == 0) {
      temperature(sensor.applyAsDouble(Math.rint(past[(steps + 1) % past.length])));
    }
    while (lateWatts.size() > late && hasPower) {
      long of = nanos - (lateWatts.size() - 1) * STEP;
      loop.onPower(state, of, lateWatts.removeFirst(), Quality.CORRECTED);
    }
    decide();
    if (steps % 5 == 0) {
      look();
    }
  }

  private void look() {
    HeatCeiling heat = state.heat;
    assertThat(heat).isNotNull();
    stated.addLast(heat.limit() + heat.statedError(state.ladders()));
    if (stated.size() > 8) {
      beyondStated = Math.max(beyondStated, celsius() - stated.removeFirst());
    }
  }

  private void temperature(double celsius) {
    loop.onCounters(
        state,
        new CounterReading(
            DEVICE,
            steps,
            nanos - SECOND,
            nanos,
            null,
            null,
            null,
            List.of(
                new CounterValue("temperature.gpu", CounterUnit.CELSIUS, CounterKind.LAST, celsius),
                new CounterValue("MemoryTemperature", CounterUnit.CELSIUS, CounterKind.LAST, 95)),
            false));
  }

  private void decide() {
    loop.decide(state, false)
        .ifPresent(
            proposal -> {
              loop.onSent(state, proposal, 1, ++sequence);
              newest = Optional.of(proposal);
              coming.addLast(new Sent(proposal, sequence, steps + setIn));
            });
  }

  private void apply(Sent sent) {
    Proposal proposal = sent.proposal();
    clock =
        proposal
            .defaultConfiguration()
            .setting(TunableName.CORE_CLOCK)
            .map(Setting::value)
            .map(each -> each / 1700.0)
            .orElse(1.0);
    limitWatts =
        proposal
            .defaultConfiguration()
            .setting(TunableName.POWER_LIMIT)
            .map(Setting::value)
            .map(each -> each / 1000.0)
            .orElse(highestWatts);
    loop.onActuation(
        state,
        new Actuation(
            "n",
            DEVICE,
            1,
            sent.sequence(),
            ActuationOutcome.APPLIED,
            "ok",
            "",
            null,
            List.of(),
            0,
            nanos - late * STEP,
            List.of(),
            List.of()));
  }
}

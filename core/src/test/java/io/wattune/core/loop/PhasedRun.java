package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guards;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.ledger.Book;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Policies;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A {@link PhasedPlant}, its node and the loop, on a virtual clock. */
final class PhasedRun {
  /** What is known of the plant. */
  enum Signals {
    WORK,
    WORK_AND_COUNTERS,
    COUNTERS
  }

  /** What the device does. */
  enum Life {
    /** It works, as the signals show. */
    SHOWN,
    /** It works, and no signal comes. */
    HIDDEN,
    /** It does nothing: no work is reported, and counters are zero. */
    IDLE
  }

  static final LoopSettings SETTINGS = LoopSettings.DEFAULT;
  private static final long MILLI = 1_000_000L;
  private static final long STEP = 50 * MILLI;
  private static final int LATE_REPORTS = 4;
  private static final long START = 1_700_000_000_000L * MILLI;

  final PhasedPlant plant;
  final DeviceLoop loop;
  LoopState state;
  Life life = Life.SHOWN;

  /** Name of the program that reports its work. */
  String program = "train";

  /** Number of the newest decision. */
  long sequence;

  /** Why each decision but renewals was sent, for people. */
  final List<String> said = new ArrayList<>();

  /** Steps in which the loop took this name to run, by the phase that did. */
  final Map<String, Map<Integer, Integer>> taken = new TreeMap<>();

  /** Work delivered, and what own settings would have delivered, since {@link #measure}. */
  double delivered;

  double owed;
  double clockShares;
  long steps;

  private final Signals signals;
  private final Random random;
  private final NodeStandIn node = new NodeStandIn(new RandomPlant(0));
  private final SpanStandIn spans;
  private final Deque<Actuation> answers = new ArrayDeque<>();
  private @Nullable Proposal underWay;
  private long nowNanos = START;
  private double work;
  private double instructions;
  private double bytes;
  private double joules;

  /** How often a report of work comes late, of all: the ones before it have half of their work. */
  double late;

  private int lateReports;
  private double heldBack;

  /** Labels of the program. */
  Map<String, String> labels = Map.of();

  PhasedRun(PhasedPlant plant, Signals signals, long seed) {
    this(plant, signals, seed, Goal.DEFAULT.maxSlowdown());
  }

  PhasedRun(PhasedPlant plant, Signals signals, long seed, double ceiling) {
    this.plant = plant;
    this.signals = signals;
    random = Seeds.random(~seed);
    loop =
        new DeviceLoop(
            SETTINGS,
            new Goals(
                Goal.DEFAULT, ceiling, goal -> Policies.named(FinePolicy.NAME, goal).orElseThrow()),
            Guards.standard(SETTINGS.stepsPerDecision(), SETTINGS.dwellNanos()),
            TemperatureLimits.NONE,
            ServingGoals.NONE);
    state = loop.newState(RandomPlant.DEVICE);
    spans = new SpanStandIn(List.of(plant.clock));
    describe();
  }

  /** Another controller goes on with what was stored. */
  void restart() {
    state = loop.restored(state.snapshot());
    describe();
  }

  private void describe() {
    loop.onDescriptor(
        state,
        new DeviceDescriptor(
            RandomPlant.DEVICE,
            "node-1",
            null,
            "simulated",
            "phased plant",
            "",
            null,
            START,
            List.of(),
            List.of(plant.clock)));
  }

  PhasedRun run(double seconds) {
    long end = nowNanos + (long) (seconds * 1e9);
    while (nowNanos < end) {
      step();
    }
    return this;
  }

  /** Counts anew what is delivered. */
  void measure() {
    delivered = 0;
    owed = 0;
    clockShares = 0;
    steps = 0;
    taken.clear();
  }

  double seconds() {
    return (nowNanos - START) * 1e-9;
  }

  /** Settings on the device. */
  Configuration settings() {
    return node.configuration(null);
  }

  private void step() {
    int index = plant.at(seconds());
    PhasedPlant.Phase phase = plant.phases.get(index);
    nowNanos += STEP;
    if (node.untilNanos() != Long.MIN_VALUE && nowNanos >= node.untilNanos()) {
      spans.end(nowNanos);
      answers.add(node.restore(ActuationReason.LEASE_ENDED, nowNanos));
    }
    boolean isIdle = life == Life.IDLE;
    double done = isIdle ? 0 : phase.rate(settings()) * STEP * 1e-9;
    delivered += done;
    joules += PhasedPlant.watts(settings()) * STEP * 1e-9;
    owed += isIdle ? 0 : phase.ownRate() * STEP * 1e-9;
    clockShares += PhasedPlant.share(settings());
    steps++;
    work += done;
    bytes += done / phase.ownRate() * 1e11;
    instructions += done / phase.ownRate() * 1e11 * phase.intensity();
    if (state.running != null) {
      String name = state.isPhaseUnknown() ? "?" : state.program;
      taken.computeIfAbsent(name, absent -> new HashMap<>()).merge(index, 1, Integer::sum);
    }
    answer();
    if (every(300)) {
      loop.onPower(state, nowNanos, joules / 0.3, Quality.MEASURED);
      joules = 0;
    }
    if (every(1000) && signals != Signals.WORK) {
      if (life != Life.HIDDEN) {
        loop.onCounters(state, counted());
      }
      bytes = 0;
      instructions = 0;
    }
    if (every(100) && signals != Signals.COUNTERS) {
      if (life == Life.SHOWN) {
        loop.onCounters(state, reported());
      }
      work = 0;
    }
    arrive();
    loop.decide(state, false)
        .ifPresent(
            proposal -> {
              if (!proposal.reason().equals(LoopReason.RENEWED)) {
                said.add("%.1f %s".formatted(seconds(), proposal.detail()));
              }
              loop.onSent(state, proposal, LoopRun.EPOCH, ++sequence);
              underWay = proposal;
            });
  }

  private boolean every(long millis) {
    return (nowNanos - START) / STEP % (millis * MILLI / STEP) == 0;
  }

  /** A decision takes a step to the node, and its answer one back. */
  private void arrive() {
    Proposal proposal = underWay;
    if (proposal == null) {
      return;
    }
    underWay = null;
    Actuation answer = node.take(proposal, LoopRun.EPOCH, sequence, false, false, nowNanos);
    spans.stands(null, settings(), nowNanos, nowNanos);
    answers.add(answer);
  }

  private void answer() {
    while (!answers.isEmpty()) {
      Actuation answer = answers.remove();
      loop.onActuation(
          state,
          new Actuation(
              answer.node(),
              answer.device(),
              answer.epoch(),
              answer.sequence(),
              answer.outcome(),
              answer.reason(),
              "",
              null,
              List.of(),
              0,
              answer.atNanos(),
              spans.report(nowNanos),
              List.of()));
    }
  }

  private double noisy(double value) {
    return value * Math.max(0, 1 + plant.noise * random.nextGaussian());
  }

  private CounterReading reported() {
    if (late > 0) {
      work += heldBack;
      heldBack = 0;
      if (lateReports == 0 && random.nextDouble() < late) {
        lateReports = LATE_REPORTS;
      }
      if (lateReports > 0 && --lateReports > 0) {
        heldBack = work - plant.phases.get(plant.at(seconds())).rate(settings()) * 0.05;
        work -= heldBack;
      }
    }
    return reading(program);
  }

  /** Work of a program of this name. */
  CounterReading reading(String name) {
    return new CounterReading(
        RandomPlant.DEVICE,
        0,
        nowNanos - 100 * MILLI,
        nowNanos,
        Book.PROCESS,
        "id",
        name,
        List.of(value(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, noisy(work))),
        false,
        WorkSignal.PROGRAM,
        labels);
  }

  private CounterReading counted() {
    double clock = 1e9 * PhasedPlant.share(settings());
    // At the own clock an intensity of 50 keeps the busiest pipe busy all the time.
    double busy = noisy(instructions / 1e11 / 50 * 1e9 / clock);
    return new CounterReading(
        RandomPlant.DEVICE,
        0,
        nowNanos - 1000 * MILLI,
        nowNanos,
        null,
        null,
        null,
        List.of(
            value(CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, busy),
            value(CounterName.SM_CLOCK, CounterUnit.HERTZ, CounterKind.LAST, clock),
            value(CounterName.READ_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, noisy(bytes)),
            value(CounterName.WRITTEN_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, 0)),
        false);
  }

  private static CounterValue value(String name, CounterUnit unit, CounterKind kind, double value) {
    return new CounterValue(name, unit, kind, value);
  }
}

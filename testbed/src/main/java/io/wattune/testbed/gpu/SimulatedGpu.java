package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.SensorUpdates;
import io.wattune.testbed.register.ControlRegisters;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A simulated GPU on a virtual clock. Its power is constant between events (an invocation starts or
 * ends, a setting changes, idle power steps down), and events come at their exact times, so that
 * energy and sensor are integrated without any time step: how often the clock is advanced changes
 * nothing, as long as the settings stay ({@code SimulatedGpuPropertyTest}).
 *
 * <p>The settings are those of the registers at each advance, from the switching delay after it on.
 * The name of what runs is in the registers after each advance.
 *
 * <p>One thread at a time, but for {@link #truth}, which any thread may ask. Nothing is allocated
 * by {@link #read} but for events that come in between.
 */
public final class SimulatedGpu implements ClockedGpu {
  private static final int COUNTER_NOISES = 8;

  private final GpuModel model;
  private final String workload;
  private final ControlRegisters registers;
  private final Schedule schedule;
  private final SwitchingSettings settings;
  private final OperatingPoints points;
  private final OperatingPoints ownPoints;
  private final IdleTail tail;
  private final PowerLine power;
  private final PollAnswers polls;
  private final GpuEvents events = new GpuEvents();
  private final SeededNoise timeNoise;
  private final SeededNoise counterNoise;

  private long nowNanos;

  private @Nullable RunningInvocation invocation;

  /** Of what runs: energy when it started, energy that all of it takes at own settings. */
  private double startJoules;

  private double ownJoules;
  private boolean isTuned;
  private long idleEndNanos;
  private long invocations;
  private double workOfEnded;
  private String shownName = "";

  /**
   * A GPU that has been idle for long.
   *
   * @param registers with the model's tunables
   * @param startNanos epoch nanoseconds
   * @param seed of all noise and of when the workload starts
   */
  public SimulatedGpu(
      GpuModel model, Workload workload, ControlRegisters registers, long startNanos, long seed) {
    this.model = model;
    this.workload = workload.name();
    this.registers = registers;
    var seeds = new SeededNoise(seed);
    schedule = new Schedule(workload, seeds.between(0, 0, Long.MAX_VALUE));
    timeNoise = new SeededNoise(seeds.between(1, 0, Long.MAX_VALUE));
    counterNoise = new SeededNoise(seeds.between(2, 0, Long.MAX_VALUE));
    settings = new SwitchingSettings(model, registers);
    var equations = new GpuEquations(model);
    points = new OperatingPoints(equations, workload.kernels().size());
    ownPoints = new OperatingPoints(equations, workload.kernels().size());
    tail = new IdleTail(model, equations);
    long sensorSeed = seeds.between(3, 0, Long.MAX_VALUE);
    var comb = SensorUpdates.seeded(model.sensor().updatePeriodNanos(), sensorSeed);
    power =
        new PowerLine(model.sensor(), comb, sensorSeed, startNanos, tail.watts(settings.values()));
    polls = new PollAnswers(model, comb, seeds.between(4, 0, Long.MAX_VALUE));
    nowNanos = startNanos;
    idleEndNanos = startNanos + schedule.idleNanos();
    polls.idle(startNanos, idleEndNanos);
    // What an earlier simulation left there, killed or not, runs no more.
    registers.runs(shownName);
    advanceTo(startNanos);
  }

  @Override
  public String device() {
    return registers.device();
  }

  /** What kind of GPU it is. */
  public GpuModel model() {
    return model;
  }

  @Override
  public String vendor() {
    return model.vendor();
  }

  @Override
  public String product() {
    return model.product();
  }

  @Override
  public GpuTruth truth() {
    return power.truth();
  }

  /** Lets time pass. The clock does not go back: an earlier time than the last one is that one. */
  public void advanceTo(long nanos) {
    long target = Math.max(nanos, nowNanos);
    for (long next = nextNanos(); next <= target; next = nextNanos()) {
      happen(next);
    }
    power.upTo(target);
    nowNanos = target;
    settings.look(target);
    RunningInvocation running = invocation;
    truth()
        .advanced(
            target,
            power.joulesAt(target),
            workOfEnded + (running == null ? 0 : running.workDone(target)),
            running == null ? 0 : running.workPerSecond());
    show(running == null ? "" : running.name());
  }

  @Override
  public int read(long nanos) {
    advanceTo(nanos);
    return power.milliwatts(nowNanos);
  }

  /** Cards do since about the time that their power sensors average over a window. */
  @Override
  public boolean hasEnergyCounter() {
    return model.sensor().windowSeconds() > 0;
  }

  @Override
  public long millijoules() {
    return (long) Math.floor(power.joulesAt(nowNanos) * 1000);
  }

  @Override
  public void drain(Consumer<Activity> activities, Consumer<CounterReading> counters) {
    events.drain(activities, counters);
  }

  /** How many events nobody took in time. */
  public long eventsDropped() {
    return events.dropped();
  }

  /** The same time for a driver that always answers. Knows the stalls of the last advance. */
  @Override
  public long answerNanos(long askedNanos) {
    return polls.answerNanos(askedNanos);
  }

  /** When the poll after one comes: a period later, or as the driver lets a tight loop poll. */
  public long nextPollNanos(long lastNanos) {
    return polls.nextPollNanos(lastNanos);
  }

  private long nextNanos() {
    RunningInvocation running = invocation;
    long stretchEnd = running == null ? idleEndNanos : running.endNanos();
    return Math.min(stretchEnd, Math.min(settings.nextNanos(), tail.nextNanos()));
  }

  private void happen(long nanos) {
    RunningInvocation running = invocation;
    if (running == null ? nanos == idleEndNanos : nanos == running.endNanos()) {
      nextStretch(nanos);
    } else if (nanos == settings.nextNanos()) {
      settings.switchAt(nanos);
      if (running != null) {
        running.goOn(nanos, point());
        isTuned |= !settings.values().equals(model.own());
      }
    } else {
      tail.step();
    }
    RunningInvocation now = invocation;
    power.level(nanos, now == null ? tail.watts(settings.values()) : now.watts());
  }

  private void nextStretch(long nanos) {
    RunningInvocation ended = invocation;
    schedule.next();
    if (ended != null) {
      end(ended, nanos);
      tail.start(nanos);
    }
    if (schedule.isIdle()) {
      invocation = null;
      idleEndNanos = nanos + schedule.idleNanos();
      polls.idle(nanos, idleEndNanos);
    } else {
      start(nanos);
    }
  }

  private void start(long nanos) {
    tail.stop();
    double slowness = RunningInvocation.factor(timeNoise, invocations, model.timeNoise());
    var started =
        new RunningInvocation(schedule.kernel(), schedule.phase(), point(), slowness, nanos);
    invocation = started;
    OperatingPoint own =
        ownPoints.at(schedule.kernelIndex(), schedule.kernel(), schedule.phase(), model.own());
    startJoules = power.joulesAt(nanos);
    ownJoules = own.watts() * own.seconds() * slowness;
    isTuned = !settings.values().equals(model.own());
    events.add(activity(started, Activity.RUNNING));
  }

  private void end(RunningInvocation ended, long nanos) {
    workOfEnded += ended.work();
    if (isTuned) {
      truth().tuned(power.joulesAt(nanos) - startJoules, ownJoules);
    }
    events.add(activity(ended, nanos));
    events.add(
        new CounterReading(
            device(),
            invocations,
            ended.startNanos(),
            nanos,
            Book.KERNEL,
            activityId(ended),
            ended.name(),
            ended.end(nanos, counterNoise, invocations * COUNTER_NOISES, model.counterNoise()),
            false));
    invocations++;
  }

  private OperatingPoint point() {
    return points.at(
        schedule.kernelIndex(), schedule.kernel(), schedule.phase(), settings.values());
  }

  private Activity activity(RunningInvocation of, long endNanos) {
    return new Activity(
        device(),
        activityId(of),
        Book.KERNEL,
        of.name(),
        of.startNanos(),
        endNanos,
        null,
        Map.of("job", workload));
  }

  /** Kernels of one GPU never overlap: the start is theirs alone, in this run and in later ones. */
  private static String activityId(RunningInvocation of) {
    return of.name() + "@" + of.startNanos();
  }

  private void show(String name) {
    if (!name.equals(shownName)) {
      registers.runs(name);
      shownName = name;
    }
  }
}

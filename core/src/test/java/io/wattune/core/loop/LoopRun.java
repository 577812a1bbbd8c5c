package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guard;
import io.wattune.core.ledger.Book;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.FineState;
import io.wattune.core.policy.HarmoniaState;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A random plant, its node and the loop, with records that are late, lost and doubled between them,
 * on a virtual clock.
 */
final class LoopRun {
  static final long EPOCH = 7;
  static final LoopSettings SETTINGS =
      new LoopSettings(
          10_000_000_000L, 1_000_000_000L, 100_000_000L, 50_000_000L, 20_000_000L, 1, 0, 2);
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long TAKE_OVER_EVERY = 20_000_000_000L;
  private static final long DISTURBED_EVERY = 20_000_000_000L;
  private static final long HOUR = 3_600_000_000_000L;

  /** Answers that another controller reads once more: its offset is older than what was learned. */
  private static final int READ_AGAIN = 8;

  private static final long POWER_EVERY = 300_000_000L;

  /** States in which a policy has found what it looks for. */
  private static final Set<String> RESTING =
      Set.of(FineState.SETTLED.name(), HarmoniaState.RESTLESS.name());

  private static final long SWITCH = (long) (RandomPlant.SWITCH_SECONDS * 1e9);

  /** What the link between node and controller does. */
  enum Link {
    GOOD,
    BAD,
    /** Every decision is refused. */
    REFUSING
  }

  /** What is wrong with the controller about the loop. */
  enum Flaw {
    NONE,
    IGNORES_REFUSALS,
    BELIEVES_WHAT_IT_SENT,
    /** What an answer says was applied is taken to be in force, whatever was read back. */
    BELIEVES_ANSWERS
  }

  /** What happens to a node, to the way between, or to a clock. */
  enum Disturbance {
    /** Its writer stops, says so, and comes back. */
    WRITER_STOPS,
    /** Its writer is gone, the guardian restores and tells nobody. */
    WRITER_KILLED,
    /** Its writer is gone with all as it stood, and restores when it is back. */
    WRITER_KILLED_WITHOUT_GUARDIAN,
    /** Decisions are kept back for minutes, and then come all at once. */
    DECISIONS_LATE,
    /** So are answers. */
    ANSWERS_LATE,
    /** A record comes whose times are hours ahead. */
    FROM_THE_FUTURE,
    /** A node's clock runs hours ahead for some seconds, and is put right. */
    CLOCK_STEPS
  }

  Flaw flaw = Flaw.NONE;

  /** How often another controller takes the device over, each 20 s from the first 30 s on. */
  int takeOvers;

  /** How often something of {@link Disturbance} happens, each 20 s from the first 20 s on. */
  int disturbances;

  /** Whether LOW and MEDIUM sensitivities are told, too. */
  boolean tellsAllBins;

  /** What the writer does with what it has taken. */
  WriterTruth truth;

  final RandomPlant plant;
  LoopState state;
  final LoopChecker checker;
  final EvidenceChecker evidenceChecker;

  /** Why each decision but renewals was sent, for people. */
  final List<String> said = new ArrayList<>();

  private final DeviceLoop loop;
  private final NodeStandIn node;
  private final SpanStandIn spans;
  private final Random random;
  private final Random disturbing;
  private final Link link;
  private final boolean withHold;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::order));
  private long order;
  private long nowNanos = START;
  private long epoch = EPOCH;
  private long sequence;
  private final Deque<Actuation> lastAnswers = new ArrayDeque<>();
  private long answeredNanos;
  private long seenNanos;
  private Quality quality = Quality.INVALID;
  private long dueNanos;
  private long awayUntilNanos;
  private boolean hasLeft;
  private boolean keepsBack;
  private boolean keepsAnswersBack;
  private final List<Runnable> keptBack = new ArrayList<>();
  private final List<Runnable> answersKeptBack = new ArrayList<>();
  private long clockAheadNanos;
  private long ledgerNanos;
  private boolean isHeld;
  private boolean knowsHold;
  private @Nullable Invocation running;
  private int invocations;
  private long readings;

  private record Event(long atNanos, long order, Runnable what) {}

  private static final class Invocation {
    final RandomPlant.Kernel kernel;
    final long shownNanos;
    final Map<Configuration, Long> stood = new HashMap<>();
    Configuration settings = Configuration.EMPTY;
    double left;
    double rate;
    long updatedNanos;
    boolean isSwitched;
    int version;

    Invocation(RandomPlant.Kernel kernel, long startNanos, long shownNanos) {
      this.kernel = kernel;
      this.shownNanos = shownNanos;
      this.updatedNanos = startNanos;
      this.left = kernel.workPerInvocation;
    }
  }

  LoopRun(long seed, Policy policy, List<Guard> guards, Link link, boolean withHold) {
    plant = new RandomPlant(seed);
    random = Seeds.random(~seed);
    disturbing = Seeds.random(seed * 31 + 7);
    loop = new DeviceLoop(SETTINGS, policy, guards);
    state = loop.newState(RandomPlant.DEVICE);
    node = new NodeStandIn(plant);
    spans = new SpanStandIn(plant.tunables);
    checker = new LoopChecker(plant);
    evidenceChecker = new EvidenceChecker(plant);
    truth = new WriterTruth(WriterTruth.Deed.OBEYS, plant, seed);
    this.link = link;
    this.withHold = withHold;
  }

  /** Runs until all kernels are settled and some time after, or until the time is over. */
  LoopRun run(double mostSeconds) {
    loop.onDescriptor(state, descriptor());
    at(START, this::power);
    at(START + 1, this::startNext);
    if (withHold) {
      at(START + 40_000_000_000L, () -> hold(true));
      at(START + 60_000_000_000L, () -> hold(false));
    }
    for (int i = 0; i < takeOvers; i++) {
      at(START + 30_000_000_000L + i * TAKE_OVER_EVERY, this::takeOver);
    }
    for (int i = 1; i <= disturbances; i++) {
      at(START + i * DISTURBED_EVERY, this::disturb);
    }
    long end = START + (long) (mostSeconds * 1e9);
    long soonest =
        START
            + (withHold ? 70_000_000_000L : 0)
            + takeOvers * 2 * TAKE_OVER_EVERY
            + (disturbances == 0 ? 0 : (disturbances + 1) * DISTURBED_EVERY);
    long quietUntil = Long.MAX_VALUE;
    while (nowNanos < Math.min(end, quietUntil)) {
      Event event = events.remove();
      nowNanos = event.atNanos();
      event.what().run();
      if (order % 16 != 0 && nowNanos < quietUntil) {
        continue;
      }
      if (!isSettled()) {
        quietUntil = Long.MAX_VALUE;
      } else if (quietUntil == Long.MAX_VALUE) {
        quietUntil = Math.max(soonest, nowNanos + 15_000_000_000L);
      }
    }
    return this;
  }

  /** Settled with something to lower left: looking has cost enough for now, and goes on later. */
  private boolean waitsForBudget(KernelRecord kernel) {
    if (!(kernel.memory instanceof FineMemory fine) || fine.state() != FineState.SETTLED) {
      return false;
    }
    Ladders ladders = state.ladders();
    return ladders.names().stream()
        .filter(name -> !fine.frozen().contains(name))
        .filter(name -> kernel.bins.get(name) != SensitivityBin.HIGH)
        .anyMatch(name -> fine.bestRungs().getOrDefault(name, 0) < ladders.lowest(name));
  }

  boolean isSettled() {
    if (!hasTunables()) {
      return true;
    }
    if (state.kernels.size() < plant.kernels.size()) {
      return false;
    }
    for (KernelRecord kernel : state.kernels.values()) {
      String at = kernel.memory.stateName();
      if (!kernel.memory.hasGivenUp()
          && (!RESTING.contains(at)
              || waitsForBudget(kernel)
              || !isReached(kernel.memory.activityName()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the node has left anything that may be set. */
  boolean hasTunables() {
    return !state.ladders().names().isEmpty();
  }

  private boolean isReached(String kernel) {
    return node.configuration(kernel)
        .equals(
            state
                .ladders()
                .configuration(Objects.requireNonNull(state.kernels.get(kernel)).memory.rungs()));
  }

  double seconds() {
    return (nowNanos - START) * 1e-9;
  }

  Configuration settings(String kernel) {
    return node.configuration(kernel);
  }

  KernelMemory memoryOf(String kernel) {
    return Objects.requireNonNull(state.kernels.get(kernel)).memory;
  }

  private void at(long nanos, Runnable what) {
    events.add(new Event(nanos, order++, what));
  }

  private DeviceDescriptor descriptor() {
    return new DeviceDescriptor(
        RandomPlant.DEVICE,
        "node-1",
        null,
        "simulated",
        "random plant",
        "",
        null,
        START,
        List.of(),
        plant.tunables);
  }

  /** Delivers something to the controller: late, and on a bad link perhaps twice or never. */
  private void toController(Runnable what, boolean mayBeLost) {
    if (link == Link.BAD && mayBeLost && random.nextInt(25) == 0) {
      return;
    }
    int copies = link == Link.BAD && random.nextInt(25) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      at(
          nowNanos + delay(),
          () -> {
            what.run();
            decide();
          });
    }
  }

  private long delay() {
    long most = link == Link.BAD ? 200_000_000L : 40_000_000L;
    return 1_000_000L + random.nextLong(most);
  }

  private void power() {
    long newest = nodeNanos();
    boolean isBad = link == Link.BAD && (nowNanos - START) / 10_000_000_000L % 7 == 3;
    Quality block = isBad ? Quality.GAP : Quality.CORRECTED;
    if (newest > ledgerNanos) {
      ledgerNanos = newest;
      Invocation now = running;
      double watts = plant.watts(now == null ? inForce() : now.settings);
      toController(() -> see(newest, watts, block), true);
    }
    at(nowNanos + POWER_EVERY, this::power);
  }

  private void see(long newestNanos, double watts, Quality block) {
    if (newestNanos >= seenNanos) {
      seenNanos = newestNanos;
      quality = block;
    }
    loop.onPower(state, newestNanos, watts, block);
  }

  private void hold(boolean on) {
    isHeld = on;
    if (on) {
      restore(ActuationReason.HELD);
    }
    toController(() -> knowsHold = on, false);
  }

  /**
   * Another controller goes on with what this one has kept; the node knows its claim at once. What
   * is on its way still comes, and it begins with answers to decisions that it knows nothing of.
   */
  private void takeOver() {
    state = loop.restored(state.snapshot());
    loop.onDescriptor(state, descriptor());
    epoch++;
    sequence = 0;
    node.claim(epoch);
    checker.onTakenOver(nowNanos);
    for (Actuation answer : List.copyOf(lastAnswers)) {
      answer(answer, false);
    }
  }

  private long nodeNanos() {
    return nowNanos + clockAheadNanos;
  }

  private void disturb() {
    Disturbance what = Disturbance.values()[disturbing.nextInt(Disturbance.values().length)];
    said.add(String.format("%.1f s %s", seconds(), what));
    long away = 500_000_000L + disturbing.nextLong(14_000_000_000L);
    switch (what) {
      case WRITER_STOPS -> {
        restore(ActuationReason.STOPPED);
        leave(away, false);
      }
      case WRITER_KILLED -> {
        Actuation untold = node.restore(ActuationReason.WRITER_GONE, nodeNanos());
        checker.onRestoredUntold(nowNanos, !keptBack.isEmpty());
        spans.lose();
        update();
        leave(away, false);
      }
      case WRITER_KILLED_WITHOUT_GUARDIAN -> leave(away, true);
      case DECISIONS_LATE -> {
        keepsBack = true;
        at(
            nowNanos + away + disturbing.nextLong(120_000_000_000L),
            () -> {
              keepsBack = false;
              keptBack.forEach(Runnable::run);
              keptBack.clear();
            });
      }
      case ANSWERS_LATE -> {
        keepsAnswersBack = true;
        at(
            nowNanos + away + disturbing.nextLong(120_000_000_000L),
            () -> {
              keepsAnswersBack = false;
              answersKeptBack.forEach(Runnable::run);
              answersKeptBack.clear();
            });
      }
      case FROM_THE_FUTURE -> toController(this::fromTheFuture, false);
      case CLOCK_STEPS -> {
        long by = 2_000_000_000L + disturbing.nextLong(120_000_000_000L);
        step(by);
        at(nowNanos + away, () -> step(-by));
      }
    }
  }

  private void fromTheFuture() {
    long hours = HOUR * (1 + disturbing.nextInt(24));
    loop.onCounters(state, reading(plant.kernels.get(0), nodeNanos(), nodeNanos() + hours, 1));
  }

  private void step(long byNanos) {
    spans.end(nowNanos);
    clockAheadNanos += byNanos;
    node.step(byNanos);
    if (node.untilNanos() != Long.MIN_VALUE) {
      restore(ActuationReason.CLOCK_STEPPED);
    }
    checker.onClockStepped(nowNanos);
  }

  /** The writer is not there for a while; what is decided meanwhile it will never read. */
  private void leave(long forNanos, boolean isLeftAsItStood) {
    awayUntilNanos = Math.max(awayUntilNanos, nowNanos + forNanos);
    hasLeft |= isLeftAsItStood;
    at(awayUntilNanos, this::comeBack);
  }

  private void comeBack() {
    if (isAway()) {
      return; // It has left again in between.
    }
    spans.lose();
    node.begin(nodeNanos());
    if (hasLeft) {
      hasLeft = false;
      restore(ActuationReason.EARLIER_LIFE);
    }
  }

  private boolean isAway() {
    return nowNanos < awayUntilNanos;
  }

  private void decide() {
    Proposal proposal = loop.decide(state, knowsHold).orElse(null);
    if (proposal == null) {
      return;
    }
    long number = ++sequence;
    checker.onSent(proposal, nowNanos, knowsHold, quality);
    if (!proposal.reason().equals(LoopReason.RENEWED)) {
      said.add(String.format("%.1f s %s: %s", seconds(), proposal.reason(), proposal.detail()));
    }
    long sentEpoch = epoch;
    loop.onSent(state, proposal, sentEpoch, number);
    if (flaw == Flaw.BELIEVES_WHAT_IT_SENT) {
      loop.onActuation(
          state,
          NodeStandIn.answer(
              sentEpoch, number, ActuationOutcome.APPLIED, ActuationReason.OK, nowNanos));
    }
    if (link == Link.BAD && random.nextInt(25) == 0) {
      return;
    }
    int copies = link == Link.BAD && random.nextInt(25) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      at(
          nowNanos + delay(),
          () -> {
            if (keepsBack) {
              keptBack.add(() -> arrive(proposal, sentEpoch, number));
            } else {
              arrive(proposal, sentEpoch, number);
            }
          });
    }
  }

  private void arrive(Proposal proposal, long sentEpoch, long number) {
    if (isAway()) {
      return;
    }
    boolean fails = link == Link.REFUSING || (link == Link.BAD && random.nextInt(20) == 0);
    Actuation answer = node.take(proposal, sentEpoch, number, isHeld, fails, nodeNanos());
    if (answer.outcome() == ActuationOutcome.APPLIED) {
      long basedOn = proposal.basedOnNanos() - clockAheadNanos;
      checker.onApplied(node.configurations(), basedOn, nowNanos);
      update();
    }
    if (answer.outcome() != ActuationOutcome.REFUSED) {
      at(node.untilNanos() - clockAheadNanos, this::endLease);
      stand();
    }
    answer(reporting(node.owning(answer, truth)), true);
  }

  private Actuation reporting(Actuation answer) {
    return new Actuation(
        answer.node(),
        answer.device(),
        answer.epoch(),
        answer.sequence(),
        answer.outcome(),
        answer.reason(),
        answer.detail(),
        answer.activityName(),
        answer.controls(),
        answer.leaseLeftNanos(),
        answer.atNanos(),
        spans.report(nowNanos),
        List.of());
  }

  /** What the node's writer has in force now, as it reports it. */
  private void stand() {
    if (node.untilNanos() == Long.MIN_VALUE) {
      spans.end(nowNanos);
      return;
    }
    boolean isBelieved = flaw == Flaw.BELIEVES_ANSWERS;
    String seen = isBelieved || truth.knowsKernels() ? seen() : null;
    String name = seen != null && node.configurations().containsKey(seen) ? seen : null;
    spans.stands(name, isBelieved ? node.configuration(seen) : inForce(), nodeNanos(), nowNanos);
  }

  /** The kernel that an agent sees running; null for none. */
  private @Nullable String seen() {
    Invocation now = running;
    return now != null && now.isSwitched ? now.kernel.name : null;
  }

  /** The settings on the device now. */
  private Configuration inForce() {
    long due = truth.wish(node.configurations(), nowNanos);
    if (due > nowNanos && due != dueNanos) {
      dueNanos = due;
      at(
          due,
          () -> {
            update();
            stand();
          });
    }
    return truth.of(seen());
  }

  /** A node's answers come in their order, as a topic keeps them. */
  private void answer(Actuation answer, boolean mayBeLost) {
    lastAnswers.addLast(answer);
    if (lastAnswers.size() > READ_AGAIN) {
      lastAnswers.removeFirst();
    }
    if (link == Link.BAD && mayBeLost && random.nextInt(25) == 0) {
      return;
    }
    int copies = link == Link.BAD && random.nextInt(25) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      answeredNanos = Math.max(answeredNanos, nowNanos + delay());
      at(
          answeredNanos,
          () -> {
            if (keepsAnswersBack) {
              answersKeptBack.add(() -> read(answer));
            } else {
              read(answer);
            }
          });
    }
  }

  private void read(Actuation answer) {
    boolean isRefusal = answer.outcome() == ActuationOutcome.REFUSED;
    if (flaw != Flaw.IGNORES_REFUSALS || !isRefusal) {
      loop.onActuation(state, answer);
      checker.onRead(answer, nowNanos);
    }
    decide();
  }

  private void endLease() {
    if (!isAway() && node.untilNanos() != Long.MIN_VALUE && nodeNanos() >= node.untilNanos()) {
      restore(ActuationReason.LEASE_ENDED);
    }
  }

  private void restore(ActuationReason reason) {
    spans.end(nowNanos);
    Actuation answer = reporting(node.restore(reason, nodeNanos()));
    checker.onRestored(answer, nowNanos, !keptBack.isEmpty());
    update();
    answer(answer, false);
  }

  private void startNext() {
    var invocation =
        new Invocation(
            plant.kernels.get(invocations % plant.kernels.size()), nowNanos, nodeNanos());
    invocations++;
    running = invocation;
    update();
    at(
        nowNanos + SWITCH,
        () -> {
          invocation.isSwitched = true;
          update();
        });
  }

  /** The settings in force may have changed: the rest of the work goes on at another rate. */
  private void update() {
    Invocation now = running;
    if (now == null) {
      return;
    }
    now.left -= now.rate * (nowNanos - now.updatedNanos) * 1e-9;
    now.stood.merge(now.settings, nowNanos - now.updatedNanos, Long::sum);
    now.updatedNanos = nowNanos;
    now.settings = inForce();
    now.rate = now.kernel.rate(now.settings) * now.kernel.phase((nowNanos - START) * 1e-9);
    stand();
    int version = ++now.version;
    long finish = nowNanos + Math.max(1, Math.round(now.left / now.rate * 1e9));
    at(finish, () -> finish(now, version));
  }

  private void finish(Invocation invocation, int version) {
    if (invocation != running || version != invocation.version) {
      return;
    }
    running = null;
    stand();
    RandomPlant.Kernel kernel = invocation.kernel;
    invocation.stood.merge(invocation.settings, nowNanos - invocation.updatedNanos, Long::sum);
    evidenceChecker.onInvocation(kernel, invocation.stood);
    evidenceChecker.check(state, seconds());
    checker.onInvocation(kernel, node.configuration(kernel.name));
    double work = kernel.workPerInvocation * Math.max(0, 1 + kernel.noise * random.nextGaussian());
    CounterReading reading = reading(kernel, invocation.shownNanos, nodeNanos(), work);
    toController(() -> loop.onCounters(state, reading), true);
    for (var tunable : kernel.effects.keySet()) {
      if ((tellsAllBins || kernel.isSensitive(tunable)) && readings % 2 == 0) {
        Sensitivity sensitivity = sensitivity(kernel, tunable);
        toController(() -> loop.onSensitivity(state, sensitivity), true);
      }
    }
    boolean rests = plant.isBursty && invocations % 30 == 0;
    at(nowNanos + (rests ? 2_000_000_000L : 5_000_000L), this::startNext);
  }

  private CounterReading reading(
      RandomPlant.Kernel kernel, long startNanos, long endNanos, double work) {
    return new CounterReading(
        RandomPlant.DEVICE,
        readings++,
        startNanos,
        Math.max(endNanos, startNanos + 1000),
        Book.KERNEL,
        "a" + readings,
        kernel.name,
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work)),
        false);
  }

  private Sensitivity sensitivity(RandomPlant.Kernel kernel, String tunable) {
    return new Sensitivity(
        RandomPlant.DEVICE,
        kernel.name,
        tunable,
        1,
        1,
        OptionalDouble.empty(),
        kernel.bin(tunable),
        "the plant's own",
        Quality.MEASURED,
        nowNanos);
  }
}

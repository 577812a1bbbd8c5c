package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.inforce.ReadBacks;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All that a loop keeps of one device. Not for two threads at once. */
public final class LoopState {
  /** No time has been seen. */
  static final long NEVER = Long.MIN_VALUE;

  /**
   * A program that only computes is slowed as much as its clock is. So where counters fail to show
   * it, a clock of this share costs at most 30 %, and not more.
   */
  private static final double CAUTIOUS_SHARE = 0.7;

  final String device;
  List<Tunable> tunables = List.of();
  final Map<String, Long> floors = new HashMap<>();

  /** Null until they are asked for. */
  @Nullable Ladders ladders;

  /** Failures of each tunable since it was last set. */
  final Map<String, Integer> failures = new HashMap<>();

  /** Tunables that have failed too often. Not kept over a restart: they are tried again then. */
  final GivenUp givenUp = new GivenUp();

  /** Least recently seen first. */
  final LinkedHashMap<String, KernelRecord> kernels = new LinkedHashMap<>();

  /** The phases of each program, by the program's name; least recently seen first. */
  final LinkedHashMap<String, ProgramPhases> phases = new LinkedHashMap<>();

  /** Those of the program that has the device; null before any work. */
  @Nullable ProgramPhases running;

  /** The phase that runs, which the default configuration is for; empty for none. */
  String program = "";

  /** Where the newest work of that program is known from; null while nothing is. */
  @Nullable WorkSignal signal;

  final ProgramWork programWork = new ProgramWork();

  final StatedGoals stated = new StatedGoals();

  final KernelMisses kernelMisses = new KernelMisses();

  /** Bins of kernels that have not been seen yet, first reported first. */
  final LinkedHashMap<String, Map<String, SensitivityBin>> binsAhead = new LinkedHashMap<>();

  long clockNanos = NEVER;
  long powerNanos = NEVER;

  /** Power up to that time. */
  final PowerLog power = new PowerLog();

  Quality quality = Quality.INVALID;

  /** Keeps it below a temperature; null where it has no limit. */
  @Nullable HeatCeiling heat;

  final LoopCounts counts = new LoopCounts();
  Servers servers = new Servers(ServingGoals.NONE, counts);
  final InForce inForce = new InForce();
  final ReadBacks readBacks = new ReadBacks();
  final SwitchingWatch switching = new SwitchingWatch();
  final RunWatch runs = new RunWatch();
  final RepeatedWork repeated = new RepeatedWork();

  /** End of the newest invocation that it has seen. */
  long watchedNanos = NEVER;

  boolean isHeld;

  /** Settings at which an operator holds the device; null where none does. */
  @Nullable Configuration setByHand;

  /** All wishes are sent and nothing but time has passed since: only a renewal may be due. */
  boolean isCalm;

  /** Refusals one after the other, and the time before which nothing more is sent. */
  int refusals;

  long retryNanos = NEVER;

  /** The newest decision sent when the last of these refusals came. */
  long roundEpoch = Long.MIN_VALUE;

  long roundSequence;

  /** The decision refused last: only a later one that is applied ends the waiting. */
  long refusedEpoch = Long.MIN_VALUE;

  long refusedSequence;

  /** When a node was asked last what is in force, for evidence that waits. */
  long askedNanos = NEVER;

  LoopState(String device) {
    this.device = device;
  }

  /** The state as it was when the snapshot was taken, nothing known to be in force. */
  static LoopState of(LoopSnapshot snapshot) {
    var state = new LoopState(snapshot.device());
    state.tunables = snapshot.tunables().stream().map(TunableSnapshot::tunable).toList();
    state.floors.putAll(snapshot.floors());
    snapshot
        .kernels()
        .forEach(memory -> state.kernels.put(memory.activityName(), new KernelRecord(memory)));
    state.program = snapshot.program();
    state.stated.restore(snapshot);
    snapshot.programs().forEach(state::restore);
    state.kernelMisses.restore(snapshot.kernelMisses());
    state.switching.restore(snapshot.takesTurnsTooOften());
    return state;
  }

  private void restore(PhaseSnapshot snapshot) {
    Phase phase = Phase.of(snapshot);
    boolean isCurrent = phase.name().equals(program);
    ProgramPhases of = phases.get(snapshot.program());
    if (of == null) {
      of = new ProgramPhases(snapshot.program(), phase);
      phases.put(snapshot.program(), of);
    } else {
      of.restore(phase, isCurrent);
    }
    running = isCurrent ? of : running;
  }

  /** The default configuration is for this program, or phase of one, from now on. */
  void name(String newProgram) {
    isCalm &= newProgram.equals(program);
    program = newProgram;
  }

  /** Whether a policy still looks at anything that decisions are for. */
  boolean isLookedAt() {
    ProgramPhases now = running;
    return (isByKernel() || now == null)
        ? judged().stream().anyMatch(each -> !each.memory.hasGivenUp())
        : now.isUnsure() || now.all().stream().anyMatch(each -> !each.record.memory.hasGivenUp());
  }

  /** What is worth keeping over a restart. */
  public LoopSnapshot snapshot() {
    List<TunableSnapshot> described = tunables.stream().map(TunableSnapshot::of).toList();
    var memories = new ArrayList<KernelMemory>(kernels.size());
    kernels.values().forEach(kernel -> memories.add(kernel.memory));
    var lasting = new HashMap<>(floors);
    givenUp.tunables().forEach(lasting::remove);
    return new LoopSnapshot(
        device,
        heat == null ? "" : heat.model(),
        described,
        lasting,
        memories,
        phases.values().stream()
            .flatMap(each -> each.all().stream().map(phase -> phase.snapshot(each.program)))
            .toList(),
        program,
        kernelMisses.inARow(),
        switching.isTooOften(),
        stated.maxSlowdown(),
        stated.objective());
  }

  /** The device. */
  public String device() {
    return device;
  }

  /** What became of all that came. */
  public LoopCounts counts() {
    return counts;
  }

  /** How many inference servers are set by their load now, by state. */
  public Map<String, Long> serverStates() {
    return servers.states();
  }

  /**
   * Whether configurations go by the names of kernels: as long as the node has not shown that it
   * does not know which kernel runs, and kernels run for long enough and do not take turns too fast
   * to follow them. Otherwise the program that has the device gets one, the default configuration.
   */
  boolean isByKernel() {
    return !kernels.isEmpty()
        && kernelMisses.isFollowed()
        && !switching.isTooOften()
        && !runs.areTooShort();
  }

  /** A kernel ran, and what the decision in force wishes for it was not in force. */
  void missKernel(long leaseNanos) {
    isCalm &= !kernelMisses.miss(clockNanos, leaseNanos);
  }

  /** A node that did not know which kernel runs may know it now; what waits is of before. */
  void tryKernelsAgain() {
    if (kernelMisses.endsPause(clockNanos)) {
      kernels.values().forEach(kernel -> kernel.waiting.clear());
      isCalm = false;
    }
  }

  /** The kernels, or the program, that decisions are for. */
  Collection<KernelRecord> judged() {
    if (isByKernel()) {
      return kernels.values();
    }
    KernelRecord now = runningProgram();
    return now == null ? List.of() : List.of(now);
  }

  /**
   * Of the phase that runs, or ran last; null before any work, and where nothing is wanted of it.
   */
  @Nullable ProgramRecord runningProgram() {
    return running == null ? null : running.current().record;
  }

  /** Of each phase of each program. */
  List<ProgramRecord> programs() {
    return phases.values().stream()
        .flatMap(each -> each.all().stream().map(phase -> phase.record))
        .toList();
  }

  /** The records of all kernels and programs. */
  List<KernelRecord> records() {
    List<KernelRecord> all = new ArrayList<>(kernels.values());
    all.addAll(programs());
    return all;
  }

  /** Whether the program's phase is not known: nothing is wished for it. */
  boolean isPhaseUnknown() {
    return !isByKernel() && running != null && running.isUnsure();
  }

  /**
   * Whether no work of the program has come for so long that it may have ended. What it was found
   * to bear is kept and not wished: something else may have the device.
   */
  boolean isSilent() {
    return !isByKernel() && programWork.isSilent(clockNanos);
  }

  /** Whether work waits for the node's report that something is to be learned from. */
  boolean isWaiting() {
    if (isByKernel()) {
      return kernels.values().stream()
          .anyMatch(each -> !each.waiting.isEmpty() && each.memory.searches());
    }
    ProgramPhases now = running;
    return now != null
        && !now.waiting.isEmpty()
        && (now.isUnsure() || now.current().record.memory.searches());
  }

  /** An operator's hold at settings begins, ends, or is for others now; null for none. */
  void setByHand(@Nullable Configuration ordered) {
    if (Objects.equals(ordered, setByHand)) {
      return;
    }
    setByHand = ordered;
    // The node puts its own settings back in between; and what it refused was for another wish.
    inForce.onUnknown(clockNanos);
    refusals = 0;
    retryNanos = NEVER;
    isCalm = false;
  }

  /** Everything that was learned of kernels and programs is void. */
  void relearn() {
    kernels.clear();
    forgetPrograms();
  }

  void forgetPrograms() {
    phases.clear();
    running = null;
  }

  /** The clock is at least this. */
  void advanceClock(long nowNanos) {
    if (nowNanos > clockNanos) {
      clockNanos = nowNanos;
      inForce.onClock(nowNanos);
    }
  }

  /** Quality of the newest power; a gap where it is older than this. */
  Quality quality(long oldestNanos) {
    return powerNanos == NEVER || clockNanos - powerNanos > oldestNanos
        ? Quality.GAP.worst(quality)
        : quality;
  }

  /** The clock had run ahead: a node says that it is only this late. */
  void correctClock(long nowNanos) {
    clockNanos = nowNanos;
    powerNanos = Math.min(powerNanos, nowNanos);
    power.clear();
    retryNanos = Math.min(retryNanos, nowNanos);
    givenUp.correctClock(nowNanos);
    kernelMisses.correctClock(nowNanos);
    inForce.onClockCorrected(nowNanos);
    watchedNanos = NEVER;
    askedNanos = NEVER;
    readBacks.forget();
    repeated.clear();
    programWork.correctClock(nowNanos);
    for (KernelRecord record : records()) {
      record.newestEndNanos = NEVER;
      record.waiting.clear();
    }
    phases.values().forEach(ProgramPhases::forgetTimes);
    stated.forget();
  }

  /** What the node has refused so far it may allow now. */
  void forgetRefusals() {
    floors.clear();
    failures.clear();
    givenUp.clear();
    kernelMisses.forget();
    ladders = null;
  }

  /**
   * Tunables whose time is over may be wished again; one more failure gives them up again. Kernels
   * have settled without them, and are learned anew.
   */
  void tryGivenUpAgain() {
    List<String> due = givenUp.takeDue(clockNanos);
    if (due.isEmpty()) {
      return;
    }
    due.forEach(floors::remove);
    due.forEach(tunable -> failures.put(tunable, Answers.MOST_FAILURES - 1));
    relearn();
    isCalm = false;
    ladders = null;
  }

  /** Where work is only estimated, or where lower values would hide a phase. */
  Ladders cautiousLadders(KernelRecord record) {
    double share = Math.max(record.leastShare(), record.isEstimated() ? CAUTIOUS_SHARE : 0);
    Map<String, Long> lowest = new HashMap<>(floors);
    for (Tunable tunable : tunables) {
      if (tunable.ownValue().isPresent() && share > 0) {
        double floor = Math.ceil(tunable.ownValue().getAsLong() * share);
        lowest.merge(tunable.name(), (long) floor, Math::max);
      }
    }
    return Ladders.of(tunables, lowest);
  }

  /** The ladders of the device's tunables. */
  Ladders ladders() {
    Ladders known = ladders;
    if (known == null) {
      known = Ladders.of(tunables, floors);
      ladders = known;
    }
    return known;
  }
}

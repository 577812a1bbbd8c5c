package io.wattune.core.loop;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterWork;
import io.wattune.core.ledger.Book;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Lets work through to the policy if it was delivered, for all of its time, with the wished
 * settings in force, as the node has read them back: by one whole invocation of a kernel that is
 * new and long enough, or by the program that has the device. Work of a time that the node has not
 * reported yet waits. Counts each that was not let through by why it was not.
 */
final class EvidenceFilter {
  /** So many too short ones in a row, and nobody watches what is set for the kernel. */
  private static final int MOST_SHORT = 32;

  /** What is put together of shorter ones lasts so many times the shortest that is judged. */
  private static final long REPEATS = 2;

  /** Longer than power is ever behind while it comes at all. */
  private static final long MOST_AHEAD_NANOS = 600_000_000_000L;

  /** Work per second, in whatever unit, whose square and sums of it are far from overflowing. */
  private static final double MOST_RATE = 1e100;

  /** Most work of one kernel that waits for the node's report. */
  private static final int MOST_WAITING = 256;

  private final LoopSettings settings;
  private final Judging judging;
  private final ProgramEvidence programs;

  EvidenceFilter(LoopSettings settings, Judging judging) {
    this.settings = settings;
    this.judging = judging;
    this.programs = new ProgramEvidence(settings, judging);
  }

  void take(LoopState state, CounterReading reading, Ladders ladders) {
    String fault = fault(reading);
    if (fault.isEmpty() && isAhead(state, reading)) {
      fault = "ahead-of-power";
    }
    if (fault.isEmpty() && ladders.names().isEmpty()) {
      fault = "no-tunable";
    }
    if (fault.isEmpty()) {
      state.advanceClock(reading.endNanos());
      if (reading.level() != null && state.programWork.isOutermost(reading)) {
        judging.takeGoal(state, reading);
      }
      if (reading.level() == Book.KERNEL) {
        watch(state, reading, ladders);
        boolean isJudged = state.kernels.isEmpty() || state.isByKernel();
        fault = isJudged ? takeKernel(state, reading) : "by-program";
      }
      programs.take(state, reading, ladders);
    }
    if (!fault.isEmpty()) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, fault);
    }
    review(state, ladders);
  }

  /**
   * Looks how long kernels run and how often those with different settings take turns, whatever
   * becomes of the reading.
   */
  private void watch(LoopState state, CounterReading reading, Ladders ladders) {
    if (reading.startNanos() < state.watchedNanos) {
      return;
    }
    state.watchedNanos = reading.endNanos();
    String name = String.valueOf(reading.activityName());
    KernelRecord kernel = state.kernels.get(name);
    state.isCalm &= !state.runs.take(name, reading.seconds(), settings.shortestRunNanos());
    state.switching.take(
        kernel == null ? Configuration.EMPTY : ladders.configuration(kernel.memory.rungs()),
        reading.seconds());
    state.isCalm &= !state.switching.judge(settings);
  }

  /**
   * Whether a reading is of a time that the device's own readings are far from: a clock was wrong.
   * The loop's clock must not follow it, since that stands still then until the time has come: no
   * lease would be renewed, and none seen to end.
   */
  private static boolean isAhead(LoopState state, CounterReading reading) {
    return state.powerNanos == LoopState.NEVER
        || reading.endNanos() - state.powerNanos > MOST_AHEAD_NANOS;
  }

  /** Whether sums with a time cannot overflow. */
  static boolean isPlausible(long nanos) {
    return nanos >= 0 && nanos < Long.MAX_VALUE / 2;
  }

  /** What is wrong with a reading by itself; empty if nothing is. */
  private static String fault(CounterReading reading) {
    if (!isPlausible(reading.startNanos()) || !isPlausible(reading.endNanos())) {
      return "implausible-time";
    }
    if (reading.level() == null) {
      return CounterWork.rates(reading).isKnown() ? "" : "no-work";
    }
    if (reading.activityName() == null || reading.activityName().isEmpty()) {
      return "no-activity";
    }
    OptionalDouble work = reading.value(CounterName.WORK);
    if (work.isEmpty() || work.getAsDouble() < 0 || reading.endNanos() <= reading.startNanos()) {
      return "no-work";
    }
    return work.getAsDouble() / reading.seconds() > MOST_RATE ? "implausible-work" : "";
  }

  /**
   * Forgets a kernel whose invocations have all become too short to be judged, and do not repeat.
   */
  private static void missShort(LoopState state, String name) {
    KernelRecord kernel = state.kernels.get(name);
    if (kernel != null && ++kernel.shortOnes >= MOST_SHORT) {
      state.kernels.remove(name);
      state.inForce.forget(name);
      state.counts.count(LoopCounts.Kind.KERNELS_DROPPED, "");
      state.isCalm = false;
    }
  }

  /** Takes an invocation of a kernel, or says why not. */
  private String takeKernel(LoopState state, CounterReading reading) {
    String name = String.valueOf(reading.activityName());
    boolean isShort = reading.endNanos() - reading.startNanos() < settings.shortestIntervalNanos();
    if (!isShort || !state.repeated.isContinuedBy(reading, settings.switchingNanos())) {
      for (int dropped = state.repeated.clear(); dropped > 0; dropped--) {
        state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "too-short");
      }
      if (isShort) {
        missShort(state, name);
      }
    }
    if (isShort) {
      WorkWindow window = state.repeated.add(reading, REPEATS * settings.shortestIntervalNanos());
      return window == null ? "" : keepKernel(state, name, window);
    }
    double work = reading.value(CounterName.WORK).orElseThrow();
    return keepKernel(
        state,
        name,
        new WorkWindow(
            reading.startNanos(),
            reading.endNanos(),
            Map.of(name, new WorkWindow.Delivered(work, reading.seconds())),
            reading.value(CounterName.VALU_BUSY),
            ProgramWork.signal(reading)));
  }

  private String keepKernel(LoopState state, String name, WorkWindow window) {
    KernelRecord kernel = seen(state, name, window.endNanos());
    if (kernel == null) {
      return "not-wanted";
    }
    kernel.shortOnes = 0;
    if (window.endNanos() <= kernel.newestEndNanos) {
      return "repeated-or-late";
    }
    kernel.newestEndNanos = window.endNanos();
    keepWaiting(state, kernel, window);
    return "";
  }

  private static void keepWaiting(LoopState state, KernelRecord record, WorkWindow window) {
    record.waiting.addLast(window);
    if (record.waiting.size() > MOST_WAITING) {
      record.waiting.removeFirst();
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "not-reported");
    }
  }

  /**
   * Judges what waits, as far as the node has reported what was in force. What the program has
   * delivered waits while kernels are judged, whose work it is; should they turn out not to be
   * known at the node, it has been measured already.
   */
  void review(LoopState state, Ladders ladders) {
    if (state.isByKernel()) {
      for (Map.Entry<String, KernelRecord> each : state.kernels.entrySet()) {
        review(state, each.getValue(), each.getKey(), ladders);
      }
    }
    if (!state.isByKernel()) {
      programs.review(state, ladders);
    }
  }

  private void review(LoopState state, KernelRecord record, String name, Ladders ladders) {
    while (!record.waiting.isEmpty()) {
      WorkWindow window = record.waiting.getFirst();
      Configuration wished = ladders.configuration(record.memory.rungs());
      switch (judging.proof(state, window, name, wished)) {
        case PROVEN -> {
          if (!record.memory.rungs().isEmpty()) {
            state.kernelMisses.hit();
          }
          judging.use(state, record, window, ladders);
        }
        case REFUTED -> refute(state, window, name, wished);
        case UNSEEN -> state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "not-reported");
        case NOT_REPORTED -> {
          if (!Judging.isOverdue(state, window)) {
            return;
          }
          state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "not-reported");
        }
      }
      record.waiting.removeFirst();
    }
  }

  private void refute(
      LoopState state, WorkWindow window, String activityName, Configuration wished) {
    state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "not-in-force");
    if (!wished.isEmpty()
        && state.inForce.isExpected(
            activityName, wished, window.startNanos(), window.endNanos(), settings.settleNanos())) {
      state.missKernel(settings.leaseNanos());
    }
  }

  /** The record of what runs now; null if the policy wants nothing of it. */
  private @Nullable KernelRecord seen(LoopState state, String name, long nowNanos) {
    KernelRecord record = state.kernels.remove(name);
    if (record == null) {
      KernelMemory memory = judging.policy(state).begin(name, nowNanos).orElse(null);
      if (memory == null) {
        return null;
      }
      record = new KernelRecord(memory);
      Map<String, SensitivityBin> ahead = state.binsAhead.remove(name);
      if (ahead != null) {
        record.bins.putAll(ahead);
      }
      state.isCalm = false;
      dropOldest(state);
    }
    state.kernels.put(name, record);
    return record;
  }

  private void dropOldest(LoopState state) {
    Iterator<String> oldest = state.kernels.keySet().iterator();
    while (state.kernels.size() >= LoopSettings.MOST_KERNELS) {
      state.inForce.forget(oldest.next());
      oldest.remove();
      state.counts.count(LoopCounts.Kind.KERNELS_DROPPED, "");
    }
  }
}

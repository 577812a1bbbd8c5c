package io.wattune.core.loop;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.inforce.ReadBacks;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policy;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets a program's work through to the policy, phase by phase, if it was delivered with the wished
 * settings of its phase in force as read back.
 */
final class ProgramEvidence {
  /** Programs that are remembered: each may have phases, and all of them are stored. */
  private static final int MOST_PROGRAMS = 8;

  private final LoopSettings settings;
  private final Judging judging;

  ProgramEvidence(LoopSettings settings, Judging judging) {
    this.settings = settings;
    this.judging = judging;
  }

  void take(LoopState state, CounterReading reading, Ladders ladders) {
    WorkWindow window = state.programWork.take(reading);
    if (window == null) {
      return;
    }
    String name = state.programWork.name();
    state.signal = window.signal();
    ProgramPhases phases = seen(state, name, window.endNanos());
    if (phases == null) {
      state.running = null;
      state.name(name);
      return;
    }
    state.running = phases;
    if (state.programWork.isBack() && state.programWork.isAnyProgram() && isLowered(phases)) {
      phases.doubt();
    }
    if (window.endNanos() > phases.newestEndNanos) {
      phases.newestEndNanos = window.endNanos();
      int dropped =
          phases.take(
              window,
              !state.isByKernel(),
              inForce(state, phases.current().record, window, ladders),
              state.tunables,
              records(state, window.endNanos()));
      for (int i = 0; i < dropped; i++) {
        state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "not-reported");
      }
    }
    follow(state, phases, ladders);
  }

  /** Whether anything but own settings may be wished. */
  private static boolean isLowered(ProgramPhases phases) {
    return phases.all().stream().anyMatch(each -> !each.record.memory.rungs().isEmpty());
  }

  /** What should have been in force for the program; null where that is not known. */
  private @Nullable Configuration inForce(
      LoopState state, ProgramRecord record, WorkWindow window, Ladders ladders) {
    Configuration wished =
        judging.allowed(state, record, ladders).configuration(record.memory.rungs());
    boolean isExpected =
        state.inForce.isExpected(
            SentDecision.DEFAULT,
            wished,
            window.startNanos(),
            window.endNanos(),
            settings.settleNanos());
    return isExpected ? wished : null;
  }

  private @Nullable ProgramPhases seen(LoopState state, String name, long nowNanos) {
    ProgramPhases phases = state.phases.remove(name);
    if (phases == null) {
      ProgramRecord first = records(state, nowNanos).apply(name);
      if (first == null) {
        return null;
      }
      phases = new ProgramPhases(name, new Phase(first));
      Iterator<ProgramPhases> oldest = state.phases.values().iterator();
      while (state.phases.size() >= Math.min(MOST_PROGRAMS, LoopSettings.MOST_KERNELS)) {
        oldest.next();
        oldest.remove();
      }
      state.isCalm = false;
    }
    state.phases.put(name, phases);
    return phases;
  }

  /** Begins the records of phases, by name; null where the policy wants nothing of one. */
  private Function<String, @Nullable ProgramRecord> records(LoopState state, long nowNanos) {
    Policy policy = judging.policy(state);
    return name -> policy.begin(name, nowNanos).map(ProgramRecord::new).orElse(null);
  }

  /** The default configuration is for the phase that runs now. */
  private void follow(LoopState state, ProgramPhases phases, Ladders ladders) {
    for (Phase each : phases.all()) {
      if (each.record.keepAbove(phases.leastShare(each, state.tunables, ladders))) {
        Ladders shorter = judging.allowed(state, each.record, ladders);
        for (Tunable tunable : state.tunables) {
          each.record.take(
              judging
                  .policy(state)
                  .refused(each.record.memory, tunable.name(), each.record.bins, shorter));
        }
      }
    }
    if (phases == state.running) {
      state.name(phases.current().name());
    }
    state.isCalm &= phases.current().record.reason.isEmpty();
  }

  /** Judges what waits, as far as the node has reported what was in force. */
  void review(LoopState state, Ladders ladders) {
    for (ProgramPhases phases : List.copyOf(state.phases.values())) {
      review(state, phases, ladders);
      follow(state, phases, ladders);
    }
  }

  private void review(LoopState state, ProgramPhases phases, Ladders ladders) {
    while (!phases.waiting.isEmpty()) {
      WaitingWindows.Taken first = phases.waiting.first();
      boolean isOverdue = Judging.isOverdue(state, first.window);
      Phase phase = first.phase;
      if (phase == null) {
        if (!phases.isUnsure() && !isOverdue) {
          return;
        }
        if (!reviewUnsure(state, phases, first.window, isOverdue, ladders)) {
          return;
        }
        continue;
      }
      WaitingWindows.Taken next = phases.waiting.second();
      if (next == null || (next.phase == null && !phases.isUnsure())) {
        if (!isOverdue) {
          return;
        }
      }
      Ladders allowed = judging.allowed(state, phase.record, ladders);
      Configuration wished = allowed.configuration(phase.record.memory.rungs());
      ReadBacks.Proof proof = judging.proof(state, first.window, null, wished);
      if (proof == ReadBacks.Proof.NOT_REPORTED && !isOverdue) {
        return;
      }
      phases.waiting.removeFirst();
      if (phases.isAtEdge(first, next)) {
        state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "phase-change");
      } else if (proof == ReadBacks.Proof.PROVEN && !phases.isJudged(phase)) {
        state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "mix-too-noisy");
      } else if (proof == ReadBacks.Proof.PROVEN) {
        judging.use(state, phase.record, first.window, allowed);
        phase.takeLevel(first.window, wished);
      } else {
        discard(state, proof);
      }
    }
  }

  /** Whether a window is done with that came while nobody knows what runs. */
  private boolean reviewUnsure(
      LoopState state,
      ProgramPhases phases,
      WorkWindow window,
      boolean isOverdue,
      Ladders ladders) {
    ReadBacks.Proof proof = judging.proof(state, window, null, Configuration.EMPTY);
    if (proof == ReadBacks.Proof.NOT_REPORTED && !isOverdue) {
      return false;
    }
    phases.waiting.removeFirst();
    if (!phases.isUnsure()) {
      discard(state, proof);
    } else if (proof == ReadBacks.Proof.PROVEN) {
      Phase left = phases.current();
      List<WorkWindow> doubtful = new ArrayList<>(phases.doubtful);
      Optional<Phase> found = phases.takeOwn(window, records(state, window.endNanos()));
      if (found.isPresent() && found.get() == left) {
        takeBack(state, left, doubtful, ladders);
      }
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "phase-change");
    } else {
      phases.doubtful.add(window);
      discard(state, proof);
    }
    return true;
  }

  /** It was no other phase: what made it seem so is evidence of the one that it was. */
  private void takeBack(LoopState state, Phase phase, List<WorkWindow> doubtful, Ladders ladders) {
    Ladders allowed = judging.allowed(state, phase.record, ladders);
    for (WorkWindow each : doubtful) {
      Configuration wished = allowed.configuration(phase.record.memory.rungs());
      if (judging.proof(state, each, null, wished) == ReadBacks.Proof.PROVEN) {
        judging.use(state, phase.record, each, allowed);
        phase.takeLevel(each, wished);
      }
    }
  }

  private static void discard(LoopState state, ReadBacks.Proof proof) {
    state.counts.count(
        LoopCounts.Kind.EVIDENCE_DISCARDED,
        proof == ReadBacks.Proof.REFUTED ? "not-in-force" : "not-reported");
  }
}

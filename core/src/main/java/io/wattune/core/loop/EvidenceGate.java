package io.wattune.core.loop;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Book;
import io.wattune.core.policy.Evidence;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Lets a counter reading through to the policy if it is one whole invocation of a kernel, new, long
 * enough, and measured with the wished settings in force for all of it; counts each other one by
 * why it was not.
 */
final class EvidenceGate {
  /** So many too short ones in a row, and nobody watches what is set for the kernel. */
  private static final int MOST_SHORT = 32;

  /** Longer than power is ever behind while it comes at all. */
  private static final long MOST_AHEAD_NANOS = 600_000_000_000L;

  /** Work per second, in whatever unit, whose square and sums of it are far from overflowing. */
  private static final double MOST_RATE = 1e100;

  private final LoopSettings settings;
  private final Policy policy;

  EvidenceGate(LoopSettings settings, Policy policy) {
    this.settings = settings;
    this.policy = policy;
  }

  void take(LoopState state, CounterReading reading, Ladders ladders) {
    String fault = fault(reading);
    if (fault.isEmpty() && isAhead(state, reading)) {
      fault = "ahead-of-power";
    }
    if (fault.isEmpty()) {
      state.advanceClock(reading.endNanos());
      watch(state, reading, ladders);
      fault = show(state, reading, ladders);
    }
    if (fault.isEmpty()) {
      state.evidenceUsed++;
    } else {
      LoopState.count(state.evidenceDiscarded, fault);
    }
  }

  /**
   * Looks how often kernels with different settings take turns, whatever becomes of the reading.
   */
  private void watch(LoopState state, CounterReading reading, Ladders ladders) {
    if (reading.startNanos() < state.watchedNanos) {
      return;
    }
    state.watchedNanos = reading.endNanos();
    KernelRecord kernel = state.kernels.get(String.valueOf(reading.activityName()));
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

  /** What is wrong with a reading by itself; empty if nothing is. */
  private String fault(CounterReading reading) {
    if (!LoopState.isPlausible(reading.startNanos())
        || !LoopState.isPlausible(reading.endNanos())) {
      return "implausible-time";
    }
    if (reading.level() != Book.KERNEL
        || reading.activityName() == null
        || reading.activityName().isEmpty()) {
      return "no-kernel";
    }
    OptionalDouble work = reading.value(CounterName.WORK);
    if (work.isEmpty() || work.getAsDouble() < 0 || reading.endNanos() <= reading.startNanos()) {
      return "no-work";
    }
    return work.getAsDouble() / reading.seconds() > MOST_RATE ? "implausible-work" : "";
  }

  /** Forgets a kernel whose invocations have all become too short to be judged. */
  private static void missShort(LoopState state, String name) {
    KernelRecord kernel = state.kernels.get(name);
    if (kernel != null && ++kernel.shortOnes >= MOST_SHORT) {
      state.kernels.remove(name);
      state.inForce.forget(name);
      state.kernelsDropped++;
      state.isCalm = false;
    }
  }

  /** Shows a reading to the policy, or says why not. */
  private String show(LoopState state, CounterReading reading, Ladders ladders) {
    String name = String.valueOf(reading.activityName());
    if (ladders.names().isEmpty()) {
      return "no-tunable";
    }
    if (reading.endNanos() - reading.startNanos() < settings.shortestIntervalNanos()) {
      missShort(state, name);
      return "too-short";
    }
    KernelRecord kernel = seen(state, name, reading.endNanos());
    if (kernel == null) {
      return "not-wanted";
    }
    kernel.shortOnes = 0;
    if (reading.endNanos() <= kernel.newestEndNanos) {
      return "repeated-or-late";
    }
    kernel.newestEndNanos = reading.endNanos();
    Configuration wished = ladders.configuration(kernel.memory.rungs());
    String doubt =
        state.inForce.doubt(
            name, wished, reading.startNanos(), reading.endNanos(), settings.settleNanos());
    if (doubt.isEmpty()) {
      kernel.take(policy.next(kernel.memory, evidence(state, kernel, reading), ladders));
      state.isCalm &= kernel.reason.isEmpty();
    }
    return doubt;
  }

  private static Evidence evidence(LoopState state, KernelRecord kernel, CounterReading reading) {
    return new Evidence(
        reading.value(CounterName.WORK).orElseThrow() / reading.seconds(),
        reading.endNanos(),
        kernel.bins,
        reading.value(CounterName.VALU_BUSY),
        state.watts(reading.startNanos()));
  }

  /** The record of a kernel that runs now; null if the policy wants nothing of it. */
  private @Nullable KernelRecord seen(LoopState state, String name, long nowNanos) {
    KernelRecord kernel = state.kernels.remove(name);
    if (kernel == null) {
      KernelMemory memory = policy.begin(name, nowNanos).orElse(null);
      if (memory == null) {
        return null;
      }
      kernel = new KernelRecord(memory);
      Map<String, SensitivityBin> ahead = state.binsAhead.remove(name);
      if (ahead != null) {
        kernel.bins.putAll(ahead);
      }
      state.isCalm = false;
      dropOldest(state);
    }
    state.kernels.put(name, kernel);
    return kernel;
  }

  private void dropOldest(LoopState state) {
    Iterator<String> oldest = state.kernels.keySet().iterator();
    while (state.kernels.size() >= settings.mostKernels()) {
      state.inForce.forget(oldest.next());
      oldest.remove();
      state.kernelsDropped++;
    }
  }
}

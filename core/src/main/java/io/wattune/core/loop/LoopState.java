package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that a loop keeps of one device. Not for two threads at once. */
public final class LoopState {
  /** No time has been seen. */
  static final long NEVER = Long.MIN_VALUE;

  final String device;
  List<Tunable> tunables = List.of();
  final Map<String, Long> floors = new HashMap<>();
  Ladders ladders = Ladders.of(List.of(), Map.of());

  /** Least recently seen first. */
  final LinkedHashMap<String, KernelRecord> kernels = new LinkedHashMap<>();

  long clockNanos = NEVER;
  long powerNanos = NEVER;
  Quality quality = Quality.INVALID;

  long evidenceUsed;
  final Map<String, Long> evidenceDiscarded = new TreeMap<>();
  final Map<String, Long> vetoed = new TreeMap<>();
  final Map<String, Long> narrowed = new TreeMap<>();
  final Map<String, Long> refused = new TreeMap<>();
  long kernelsDropped;
  long relearned;
  long sensitivitiesUnused;

  LoopState(String device) {
    this.device = device;
  }

  /** The state as it was when the snapshot was taken, nothing known to be in force. */
  public static LoopState of(LoopSnapshot snapshot) {
    var state = new LoopState(snapshot.device());
    state.tunables = snapshot.tunables().stream().map(TunableSnapshot::tunable).toList();
    state.floors.putAll(snapshot.floors());
    state.ladders = Ladders.of(state.tunables, state.floors);
    snapshot
        .kernels()
        .forEach(memory -> state.kernels.put(memory.activityName(), new KernelRecord(memory)));
    return state;
  }

  /** What is worth keeping over a restart. */
  public LoopSnapshot snapshot() {
    List<TunableSnapshot> described = tunables.stream().map(TunableSnapshot::of).toList();
    var memories = new ArrayList<KernelMemory>(kernels.size());
    kernels.values().forEach(kernel -> memories.add(kernel.memory));
    return new LoopSnapshot(device, described, floors, memories);
  }

  /** The device. */
  public String device() {
    return device;
  }

  /** What became of all that came. */
  public LoopCounts counts() {
    return new LoopCounts(
        evidenceUsed,
        evidenceDiscarded,
        vetoed,
        narrowed,
        refused,
        kernelsDropped,
        relearned,
        sensitivitiesUnused);
  }
}

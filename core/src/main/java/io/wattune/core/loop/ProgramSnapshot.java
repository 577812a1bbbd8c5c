package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import java.util.List;

/**
 * What a loop has learned of a program, in plain values.
 *
 * @param memory what the policy knows, the program's name in it
 * @param first what its parts delivered when they were first seen at own settings
 * @param firstWindows windows that this is of, where work is estimated from counters; else 0
 */
public record ProgramSnapshot(KernelMemory memory, List<PartSnapshot> first, int firstWindows) {
  public ProgramSnapshot {
    first = List.copyOf(first);
  }
}

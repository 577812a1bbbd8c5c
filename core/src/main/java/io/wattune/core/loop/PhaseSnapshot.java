package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import java.util.List;

/**
 * What a loop has learned of a phase of a program, in plain values; see {@link Phase}.
 *
 * @param program name of the program
 * @param memory what the policy knows, the phase's name in it
 * @param first what its parts delivered when they were first seen at own settings
 * @param firstWindows windows that this is of, where work is estimated from counters; else 0
 * @param intensities windows that its intensity is the mean of
 * @param intensity logarithm of instructions by bytes; 0 where it is of none
 * @param ownLevels windows that its level at own settings is the mean of
 * @param ownLevel logarithm of its rate by the first one; 0 where it is of none
 */
public record PhaseSnapshot(
    String program,
    KernelMemory memory,
    List<PartSnapshot> first,
    int firstWindows,
    int intensities,
    double intensity,
    int ownLevels,
    double ownLevel) {

  public PhaseSnapshot {
    first = List.copyOf(first);
  }
}

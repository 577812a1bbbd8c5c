package io.wattune.collectors.device;

import io.wattune.core.counter.CounterName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines whether a device's own counters show how much work its programs do ({@link
 * io.wattune.core.counter.CounterWork}), and what else can where they do not.
 */
public final class OwnWorkSignal {
  private static final Set<String> CORE_CLOCKS =
      Set.of(CounterName.CORE_CLOCK, CounterName.SM_CLOCK, CounterName.GRAPHICS_CLOCK);
  private static final Set<String> MEMORY_CLOCKS =
      Set.of(CounterName.MEMORY_CLOCK, CounterName.CURRENT_MEMORY_CLOCK);

  private OwnWorkSignal() {}

  /** What a device whose counters these are has. */
  public static Finding of(List<CounterDescriptor> offers) {
    Set<String> given =
        offers.stream()
            .filter(CounterDescriptor::isGiven)
            .map(CounterDescriptor::counter)
            .collect(Collectors.toSet());
    List<String> signals = new ArrayList<>();
    if (given.contains(CounterName.VALU_BUSY) && hasAny(given, CORE_CLOCKS)) {
      signals.add("pipe activity times clock");
    }
    boolean hasBytes =
        given.contains(CounterName.READ_BYTES) && given.contains(CounterName.WRITTEN_BYTES);
    boolean hasShare =
        given.contains(CounterName.IC_ACTIVITY) || given.contains(CounterName.MEMORY_BUSY);
    if (hasBytes || (hasShare && hasAny(given, MEMORY_CLOCKS))) {
      signals.add("memory traffic");
    }
    return signals.isEmpty()
        ? Finding.missing(
            "its counters do not show how much work is done: without another work signal it is"
                + " measured and not tuned",
            "let a program report its work (clients/python/wattune.py), run it with wattune run"
                + " --work tqdm -- COMMAND, or name the server's metric under 'work' in the node's"
                + " file: docs/measuring.md, Work")
        : Finding.note(
            "work signal of its own counters: "
                + String.join(", ", signals)
                + "; what a program, a server or progress lines report counts before it"
                + " (docs/measuring.md, Work)");
  }

  private static boolean hasAny(Set<String> given, Set<String> wanted) {
    return wanted.stream().anyMatch(given::contains);
  }
}

package io.wattune.collectors.device;

import io.wattune.core.counter.CounterName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says which of the controller's inputs, the counters of Harmonia's Table 2, a device has no source
 * of, and why.
 */
public final class MissingInputs {
  /** What the share of the peak bandwidth is made of, where a source does not know it by itself. */
  private static final Set<String> OF_THE_SHARE =
      Set.of(CounterName.READ_BYTES, CounterName.WRITTEN_BYTES, CounterName.PEAK_BYTES);

  private static final Set<String> OTHERS =
      Set.of(
          CounterName.VALU_BUSY,
          CounterName.VALU_UTILIZATION,
          CounterName.MEM_UNIT_BUSY,
          CounterName.MEM_UNIT_STALLED,
          CounterName.WRITE_UNIT_STALLED,
          CounterName.IC_ACTIVITY,
          CounterName.VGPRS,
          CounterName.SGPRS);

  private MissingInputs() {}

  /**
   * One finding, or none where nothing is missing; inputs that are missing for the same reason are
   * together.
   */
  public static List<Finding> of(List<CounterDescriptor> offers) {
    boolean isShareSaid =
        offers.stream().anyMatch(offer -> offer.counter().equals(CounterName.IC_ACTIVITY));
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (CounterDescriptor offer : offers) {
      boolean isInput =
          OTHERS.contains(offer.counter())
              || (!isShareSaid && OF_THE_SHARE.contains(offer.counter()));
      if (isInput && !offer.isGiven()) {
        byReason.computeIfAbsent(offer.reason(), reason -> new ArrayList<>()).add(offer.counter());
      }
    }
    if (byReason.isEmpty()) {
      return List.of();
    }
    return List.of(
        Finding.missing(
            "inputs of the controller without a source: "
                + byReason.entrySet().stream()
                    .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
                    .collect(Collectors.joining("; ")),
            "only the policies harmonia and harmonia-cg need them, and programs can send what their"
                + " profiler counts (docs/reference/activities.md); --policy fine needs a work"
                + " signal alone (docs/measuring.md, Work)"));
  }
}

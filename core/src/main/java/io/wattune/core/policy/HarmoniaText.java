package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What {@link HarmoniaPolicy} says of its decisions. */
final class HarmoniaText {
  private HarmoniaText() {}

  static Turn turn(HarmoniaDraft draft, String reason, String what, Ladders ladders) {
    return turn(draft, reason, what + " at " + ladders.text(draft.rungs));
  }

  static Turn turn(HarmoniaDraft draft, String reason, String what) {
    return new Turn(draft.memory(), reason, "'" + draft.activityName() + "': " + what + ".");
  }

  static String own(double signal, Map<String, SensitivityBin> bins) {
    return String.format(
        Locale.ROOT, "its signal at own settings is %.4g, its bins %s", signal, text(bins));
  }

  static String share(double signal, double reference) {
    return String.format(
        Locale.ROOT,
        "its signal of %.4g is %.4f of the reference of %.4g",
        signal,
        signal / reference,
        reference);
  }

  static String text(Map<String, SensitivityBin> bins) {
    return bins.isEmpty()
        ? "are not known"
        : new TreeMap<>(bins)
            .entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
  }
}

package io.wattune.core.sensitivity;

import java.util.List;

/**
 * What became of one counter reading.
 *
 * @param isRepeat it had come before, or came after a later one: nothing was done
 * @param sensitivities what is to be reported, in the order of models and tunables
 * @param missing what was missing for any model, each counter once
 * @param evictions activity names that were forgotten for want of room
 */
public record SensitivityResult(
    boolean isRepeat,
    List<Sensitivity> sensitivities,
    List<MissingCounter> missing,
    int evictions) {
  static final SensitivityResult REPEAT = new SensitivityResult(true, List.of(), List.of(), 0);

  public SensitivityResult {
    sensitivities = List.copyOf(sensitivities);
    missing = List.copyOf(missing);
  }
}

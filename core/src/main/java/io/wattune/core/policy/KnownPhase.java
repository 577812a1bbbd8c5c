package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.List;
import java.util.Map;

/**
 * A phase of a kernel that {@code harmonia} has settled before.
 *
 * @param bins its bins at own settings
 * @param ownSignal its signal at own settings; 0 where it is not to be recognised by that
 * @param rungs where it has settled
 * @param signal its signal there
 * @param looks the bins that it has shown there
 */
public record KnownPhase(
    Map<String, SensitivityBin> bins,
    double ownSignal,
    Map<String, Integer> rungs,
    double signal,
    List<Map<String, SensitivityBin>> looks) {

  public KnownPhase {
    bins = Map.copyOf(bins);
    rungs = Map.copyOf(rungs);
    looks = List.copyOf(looks);
  }

  boolean isRecognisable() {
    return ownSignal > 0;
  }

  /** The same, but not to be recognised. */
  KnownPhase unrecognisable() {
    return new KnownPhase(bins, 0, rungs, signal, looks);
  }
}

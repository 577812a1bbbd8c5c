package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Map;
import java.util.Optional;

/** Wishes nothing: every kernel keeps the device's own settings. */
public final class NonePolicy implements Policy {
  /** Its name. */
  public static final String NAME = "none";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<KernelMemory> begin(String activityName, long timeNanos) {
    return Optional.empty();
  }

  @Override
  public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
    return Turn.gathering(memory);
  }

  @Override
  public Turn refused(
      KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
    return Turn.gathering(memory);
  }
}

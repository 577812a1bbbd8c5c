package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Map;
import java.util.Optional;

/**
 * Wishes nothing: every kernel keeps the device's own settings, which guards may narrow. By the
 * name {@link #THERMAL} it is the policy of who wants nothing but that: the highest settings that
 * keep the device below its limit of temperature; by the name {@link #COFRIS} of who wants nothing
 * but inference servers set by their load, and {@link #KRISP} of who wants nothing but their
 * kernels on units of their own.
 */
public final class NonePolicy implements Policy {
  /** Its name. */
  public static final String NAME = "none";

  /** Its name where the limit of temperature is all that is wanted. */
  public static final String THERMAL = "thermal";

  /** Its name where inference servers are set by their load, and nothing else is. */
  public static final String COFRIS = "cofris";

  /**
   * Its name where kernels of inference servers have units of their own, and nothing else is set.
   */
  public static final String KRISP = "krisp";

  private final String name;

  /** By its name. */
  public NonePolicy() {
    this(NAME);
  }

  NonePolicy(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
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

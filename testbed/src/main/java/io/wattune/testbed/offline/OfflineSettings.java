package io.wattune.testbed.offline;

import io.wattune.core.guard.Guard;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.sensitivity.SensitivitySettings;
import java.util.List;

/**
 * The loop around a policy.
 *
 * @param loop how it behaves
 * @param guards what its wishes pass, in this order
 * @param sensitivity how sensitivities are estimated
 */
public record OfflineSettings(
    LoopSettings loop, List<Guard> guards, SensitivitySettings sensitivity) {

  /** A day: what is measured here is not what becomes of lost controllers. */
  private static final long LEASE_NANOS = 86_400_000_000_000L;

  /**
   * As the paper's: a policy's wish is law from the next invocation on, nobody narrows it, and
   * every invocation is evidence.
   */
  public static final OfflineSettings PAPER =
      new OfflineSettings(
          new LoopSettings(LEASE_NANOS, 0, 0, 0, 0, 1, 0, Integer.MAX_VALUE),
          List.of(),
          SensitivitySettings.DEFAULT);

  public OfflineSettings {
    guards = List.copyOf(guards);
  }

  /** The same with other sensitivities. */
  public OfflineSettings with(SensitivitySettings other) {
    return new OfflineSettings(loop, guards, other);
  }
}

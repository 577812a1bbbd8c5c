package io.wattune.pipeline;

import io.wattune.core.Quality;
import java.util.EnumMap;
import java.util.Map;

/**
 * The energy of one device over whole seconds, by the ledger and by the simulator.
 *
 * @param device device id
 * @param seconds length of the interval
 * @param ledgerJoules sum of the ledger's windows
 * @param standardErrorJoules bound of the sum's standard error, as the ledger states it
 * @param trueJoules what the simulated GPU took
 * @param missingWindows windows that should be in the ledger and are not
 * @param microjoulesByQuality energy of the windows of each quality that there is
 */
public record ComparedEnergy(
    String device,
    long seconds,
    double ledgerJoules,
    double standardErrorJoules,
    double trueJoules,
    long missingWindows,
    Map<Quality, Long> microjoulesByQuality) {

  public ComparedEnergy {
    microjoulesByQuality = Map.copyOf(microjoulesByQuality);
  }

  /** Share of the energy that is of each quality, best first; empty where there is no energy. */
  public Map<Quality, Double> qualityShares() {
    double all = microjoulesByQuality.values().stream().mapToLong(Long::longValue).sum();
    Map<Quality, Double> shares = new EnumMap<>(Quality.class);
    if (all > 0) {
      microjoulesByQuality.forEach((quality, part) -> shares.put(quality, part / all));
    }
    return shares;
  }

  /** How far the ledger is off, as a fraction of the truth; 0 where nothing was measured. */
  public double relativeError() {
    return trueJoules == 0 ? 0 : ledgerJoules / trueJoules - 1;
  }
}

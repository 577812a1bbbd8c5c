package io.wattune.evaluation.live;

/**
 * What a policy changed, against own settings.
 *
 * @param invocations kernels that ran
 * @param energy energy of the card while kernels ran, over that at own settings
 * @param energyError standard error of that, of the ledger's; 0 offline
 * @param performance time at own settings over the time that it took
 */
public record PolicySaving(
    long invocations, double energy, double energyError, double performance) {
  /** Energy times delay squared, over that at own settings. */
  public double ed2() {
    return energy / (performance * performance);
  }
}

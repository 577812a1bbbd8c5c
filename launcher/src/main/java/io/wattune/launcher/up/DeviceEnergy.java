package io.wattune.launcher.up;

/**
 * The energy of one device over whole seconds, by the ledger and by the simulator.
 *
 * @param device device id
 * @param seconds length of the interval
 * @param ledgerJoules sum of the ledger's windows
 * @param standardErrorJoules bound of the sum's standard error, as the ledger states it
 * @param trueJoules what the simulated GPU took
 * @param missingWindows windows that should be in the ledger and are not
 */
public record DeviceEnergy(
    String device,
    long seconds,
    double ledgerJoules,
    double standardErrorJoules,
    double trueJoules,
    long missingWindows) {

  /** How far the ledger is off, as a fraction of the truth; 0 where nothing was measured. */
  public double relativeError() {
    return trueJoules == 0 ? 0 : ledgerJoules / trueJoules - 1;
  }
}

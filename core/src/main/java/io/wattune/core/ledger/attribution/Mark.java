package io.wattune.core.ledger.attribution;

/**
 * A device's books at one time, as far as they are shared out.
 *
 * @param timeNanos the time
 * @param microjoules true energy up to then
 * @param rawMicrojoules plain integral of the readings up to then
 * @param spanNanos time seen or bridged up to then
 */
public record Mark(long timeNanos, long microjoules, long rawMicrojoules, long spanNanos) {}

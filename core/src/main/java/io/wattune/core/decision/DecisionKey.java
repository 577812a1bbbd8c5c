package io.wattune.core.decision;

/**
 * Which decision it is, by what its answers say of it.
 *
 * @param device device id; empty for a claim, which is of no device
 * @param epoch its epoch
 * @param sequence its number in this epoch; 0 for a claim, which comes again unchanged until it is
 *     answered
 */
public record DecisionKey(String device, long epoch, long sequence) {}

package io.wattune.testbed.server;

/**
 * A line of Chow 2023, table 3.3, for batches of 32.
 *
 * @param kernels of an inference
 * @param rightSize least units within 1 % of the whole GPU's latency
 * @param tailSeconds 95th percentile of its latency alone
 */
public record StatedModel(String name, int kernels, int rightSize, double tailSeconds) {}

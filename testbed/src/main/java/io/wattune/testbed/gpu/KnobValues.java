package io.wattune.testbed.gpu;

/**
 * Values of the three knobs.
 *
 * @param cuCount compute units in use
 * @param coreMegaHertz core clock
 * @param memoryMegaHertz memory clock
 */
public record KnobValues(int cuCount, int coreMegaHertz, int memoryMegaHertz) {}

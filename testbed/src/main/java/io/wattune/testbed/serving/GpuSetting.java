package io.wattune.testbed.serving;

/**
 * What the registers of a GPU that serves say.
 *
 * @param units that requests may use
 * @param overlap units that kernels may share; all of them for no units of their own
 */
record GpuSetting(int megaHertz, int units, int overlap) {}

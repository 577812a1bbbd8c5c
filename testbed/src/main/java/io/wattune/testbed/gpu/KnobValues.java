package io.wattune.testbed.gpu;

/** The values of the three knobs that hold now. */
record KnobValues(int cuCount, int coreMegaHertz, int memoryMegaHertz) {}

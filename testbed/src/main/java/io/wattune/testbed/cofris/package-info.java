/**
 * Clock and compute units of the simulated inference server by its load: COFRIS and beyond. Called
 * by the evaluation; what is decided is core's.
 */
@NullMarked
package io.wattune.testbed.cofris;

import org.jspecify.annotations.NullMarked;

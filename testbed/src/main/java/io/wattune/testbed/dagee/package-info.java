/**
 * Graphs of kernels with dependencies and a mask for each on the simulated MI50. Called by the
 * evaluation.
 */
@NullMarked
package io.wattune.testbed.dagee;

import org.jspecify.annotations.NullMarked;

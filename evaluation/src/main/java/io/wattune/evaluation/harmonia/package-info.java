/**
 * Harmonia's evaluation (Paul et al. 2015, section 7) on a simulated GPU.
 *
 * <p>In: a testbed and names of policies. Out: energy, time and score of each application relative
 * to the baseline, beside the published figures. Called by {@code wattune evaluate --testbed}.
 */
@NullMarked
package io.wattune.evaluation.harmonia;

import org.jspecify.annotations.NullMarked;

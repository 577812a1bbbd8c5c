/**
 * Compares estimators of true power and energy on simulated sensors. Seeds in, a table of scores, a
 * report and plots out. Called by the command line.
 */
@NullMarked
package io.wattune.evaluation.estimators;

import org.jspecify.annotations.NullMarked;

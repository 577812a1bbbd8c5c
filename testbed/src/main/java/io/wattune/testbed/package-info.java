/**
 * Simulated power sensors with a known truth.
 *
 * <p>In: a workload (kernel runs), a card (its idle behaviour and its sensor), a way of polling and
 * a seed. Out: the readings that such a card would have given, and the exact energy of every
 * activity. Virtual time only: the same input gives the same trace on every machine. Called by
 * tests, benchmarks and the example trace.
 */
@NullMarked
package io.wattune.testbed;

import org.jspecify.annotations.NullMarked;

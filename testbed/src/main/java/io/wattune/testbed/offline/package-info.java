/**
 * Policies on a simulated GPU, invocation by invocation on a virtual clock.
 *
 * <p>In: a testbed, one of its applications, and a tuner. Out: time, energy by component, switches,
 * residencies. Called by {@code wattune evaluate}.
 */
@NullMarked
package io.wattune.testbed.offline;

import org.jspecify.annotations.NullMarked;

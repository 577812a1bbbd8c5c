/**
 * A policy in the live pipeline beside the same policy offline.
 *
 * <p>In: workloads and a policy. Out: energy, time and ED2 of what ran, by the ledger, against own
 * settings, and the same of an offline run with the delays of the live one. Called by {@code
 * wattune evaluate live}.
 */
@NullMarked
package io.wattune.evaluation.live;

import org.jspecify.annotations.NullMarked;

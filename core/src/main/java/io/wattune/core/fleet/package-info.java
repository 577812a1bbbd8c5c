/**
 * Newest power and energy of single devices in, sums over nodes, racks and the cluster out, in
 * integers. Called by the fleet view.
 */
@NullMarked
package io.wattune.core.fleet;

import org.jspecify.annotations.NullMarked;

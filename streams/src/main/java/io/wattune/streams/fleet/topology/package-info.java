/**
 * True power, ledger entries and descriptors in, sums over nodes, racks and the cluster out, in two
 * levels. Called by the fleet view.
 */
@NullMarked
package io.wattune.streams.fleet.topology;

import org.jspecify.annotations.NullMarked;

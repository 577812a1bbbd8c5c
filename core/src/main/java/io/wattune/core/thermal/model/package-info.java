/**
 * A chip with its package as a network of heat: HotSpot's block model and its grid model.
 *
 * <p>In: a floor plan and a configuration. Out: a network, watts of its nodes from watts of blocks,
 * and temperatures of blocks and of the silicon from those of nodes. No I/O.
 */
@NullMarked
package io.wattune.core.thermal.model;

import org.jspecify.annotations.NullMarked;

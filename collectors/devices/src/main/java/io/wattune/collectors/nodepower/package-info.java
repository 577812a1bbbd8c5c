/**
 * The meter of a whole node, by its management controller: slow readings in, a device of the node's
 * own power out. Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.nodepower;

import org.jspecify.annotations.NullMarked;

/**
 * What of a node's file whoever sets its devices must know, as plain values: devices, bounds, the
 * folder that the node's processes share. Nothing here reads a file.
 */
@NullMarked
package io.wattune.collectors.setup;

import org.jspecify.annotations.NullMarked;

/**
 * The commands of a node: files of nodes in, processes that run until they are stopped, or own
 * settings put back, out. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.node;

import org.jspecify.annotations.NullMarked;

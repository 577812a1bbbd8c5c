/**
 * The node's file in, its configuration and the paths of its folder out. Called by the launcher's
 * commands of a node; the agent, the writer and the guardian all read the same file.
 */
@NullMarked
package io.wattune.collectors.node;

import org.jspecify.annotations.NullMarked;

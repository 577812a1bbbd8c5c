/**
 * The state of a node's writer and guardian, which have no server. In, in their processes: health
 * and metrics; out: a file in the node's folder. In, in the agent's: that file; out: routes of its
 * server. Called by the commands of a node.
 */
@NullMarked
package io.wattune.collectors.status;

import org.jspecify.annotations.NullMarked;

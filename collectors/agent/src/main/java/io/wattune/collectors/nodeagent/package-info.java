/**
 * The agent of one node: its parts, put together as the node's file says. Called by the commands
 * that measure.
 */
@NullMarked
package io.wattune.collectors.nodeagent;

import org.jspecify.annotations.NullMarked;

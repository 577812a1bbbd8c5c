/**
 * What runs on a node's devices, from the agent to the writer: a small file in the node's folder.
 * Nothing that keeps a device safe rests on it.
 */
@NullMarked
package io.wattune.collectors.running;

import org.jspecify.annotations.NullMarked;

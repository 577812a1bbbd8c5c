/**
 * Node files in, the processes of these nodes out: agents that read, writers that write, guardians
 * that restore. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.node;

import org.jspecify.annotations.NullMarked;

/**
 * The sinks as a command. In: arguments. Out: a sink that writes to a store until it is stopped.
 * Called by the command line.
 */
@NullMarked
package io.wattune.launcher.sinks;

import org.jspecify.annotations.NullMarked;

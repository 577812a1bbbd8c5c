/**
 * The dashboard as a command. In: arguments. Out: a server that shows the fleet until it is
 * stopped. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.dashboard;

import org.jspecify.annotations.NullMarked;

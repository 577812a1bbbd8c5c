/** The command that runs one instance of the fleet view. Called by the command line. */
@NullMarked
package io.wattune.launcher.fleet;

import org.jspecify.annotations.NullMarked;

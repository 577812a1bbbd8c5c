/**
 * The controller as a command, and the operator's commands: hold, release, status. Arguments in,
 * holds or a picture of the fleet's settings out; called by the command line.
 */
@NullMarked
package io.wattune.launcher.control;

import org.jspecify.annotations.NullMarked;

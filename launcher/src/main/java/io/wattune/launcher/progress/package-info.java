/** Tells people how far a command is. Phases and steps in, a line on standard error out. */
@NullMarked
package io.wattune.launcher.progress;

import org.jspecify.annotations.NullMarked;

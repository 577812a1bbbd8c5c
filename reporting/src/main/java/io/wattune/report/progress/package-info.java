/** Shows people how far a command is. Phases and steps in, a line on standard error out. */
@NullMarked
package io.wattune.report.progress;

import org.jspecify.annotations.NullMarked;

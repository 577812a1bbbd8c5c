/** The command {@code run}. Called by the root command. */
@NullMarked
package io.wattune.launcher.run;

import org.jspecify.annotations.NullMarked;

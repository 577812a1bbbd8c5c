/** The command {@code replay}. Called by the root command. */
@NullMarked
package io.wattune.launcher.replay;

import org.jspecify.annotations.NullMarked;

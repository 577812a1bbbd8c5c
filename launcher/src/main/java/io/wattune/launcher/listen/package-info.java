/**
 * Where a part listens, and to whom. In: the options --listen and --token-file, health and metrics.
 * Out: the part's HTTP server. Called by the commands that run until they are stopped.
 */
@NullMarked
package io.wattune.launcher.listen;

import org.jspecify.annotations.NullMarked;

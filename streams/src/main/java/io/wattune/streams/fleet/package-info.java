/**
 * The topics' records in; the fleet's sums out, on a topic and as answers over HTTP, from whichever
 * instance is asked. Called by the launcher.
 */
@NullMarked
package io.wattune.streams.fleet;

import org.jspecify.annotations.NullMarked;

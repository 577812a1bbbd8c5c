/**
 * What the stores hold in, what a fleet view answers over HTTP out: JSON, decimal watts, and text
 * where a number would be too large for a reader. Called by the fleet view; read by its clients.
 */
@NullMarked
package io.wattune.streams.fleet.answer;

import org.jspecify.annotations.NullMarked;

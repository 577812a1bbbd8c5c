/**
 * How the parts do, as the page shows it. In: the broker's numbers, other parts' /health, and what
 * parts of this process say. Out: one picture. Called by the API and the event stream.
 */
@NullMarked
package io.wattune.dashboard.health;

import org.jspecify.annotations.NullMarked;

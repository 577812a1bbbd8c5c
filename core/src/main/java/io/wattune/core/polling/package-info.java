/** When to ask a sensor: its own rate, found from when its values changed. Called by the agent. */
@NullMarked
package io.wattune.core.polling;

import org.jspecify.annotations.NullMarked;

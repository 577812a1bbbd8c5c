/**
 * The configurations that a policy wishes in, those that may be sent out: never farther from own
 * settings. Called by the loop of a device.
 */
@NullMarked
package io.wattune.core.guard;

import org.jspecify.annotations.NullMarked;

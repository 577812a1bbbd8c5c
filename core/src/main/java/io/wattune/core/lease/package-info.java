/**
 * Decisions and times in; what may be written, and when the own settings must come back, out. The
 * writer of a node calls it, one thread for each device. Pure: time is a parameter.
 */
@NullMarked
package io.wattune.core.lease;

import org.jspecify.annotations.NullMarked;

/**
 * In: a command of a user. Out: its joules, on standard error. {@code wattune run} reports the
 * command to an agent by its socket, or reads the devices itself.
 */
@NullMarked
package io.wattune.collectors.run;

import org.jspecify.annotations.NullMarked;

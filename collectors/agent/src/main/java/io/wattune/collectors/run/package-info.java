/**
 * A command of a user in, its joules on standard error out: {@code wattune run}, which tells an
 * agent by its socket, or reads the devices itself.
 */
@NullMarked
package io.wattune.collectors.run;

import org.jspecify.annotations.NullMarked;

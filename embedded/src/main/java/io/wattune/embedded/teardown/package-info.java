/**
 * Undoes what a command has set up, whatever ends it. Called by the commands that start servers.
 */
@NullMarked
package io.wattune.embedded.teardown;

import org.jspecify.annotations.NullMarked;

/**
 * Orders of an admin in; key files, and what a node's file must say of them, out. Called by the
 * command line.
 */
@NullMarked
package io.wattune.launcher.keys;

import org.jspecify.annotations.NullMarked;

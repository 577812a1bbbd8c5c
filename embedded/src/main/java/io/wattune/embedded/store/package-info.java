/**
 * The time-series store of a single machine. In: a folder and a port. Out: a running store. Called
 * by the commands that start everything themselves.
 */
@NullMarked
package io.wattune.embedded.store;

import org.jspecify.annotations.NullMarked;

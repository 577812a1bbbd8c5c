/**
 * How a tuned fleet stands, read from the topics, as text and as JSON. Called by {@code wattune
 * status}, and by commands that order, for the names that there are.
 */
@NullMarked
package io.wattune.control.status;

import org.jspecify.annotations.NullMarked;

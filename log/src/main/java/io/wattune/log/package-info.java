/**
 * The log of every process. In: what code says by way of SLF4J. Out: lines to standard error.
 * Called by SLF4J, which finds it on the class path, and by whoever quietens frameworks at the end.
 */
@NullMarked
package io.wattune.log;

import org.jspecify.annotations.NullMarked;

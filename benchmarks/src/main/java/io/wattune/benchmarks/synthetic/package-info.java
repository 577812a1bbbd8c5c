/** Readings of a fleet that does not exist, and topics that are filled with them. */
@NullMarked
package io.wattune.benchmarks.synthetic;

import org.jspecify.annotations.NullMarked;

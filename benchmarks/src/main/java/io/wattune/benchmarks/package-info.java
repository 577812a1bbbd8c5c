/** Measures: the end-to-end throughput harness. Run by {@code wattune bench}. */
@NullMarked
package io.wattune.benchmarks;

import org.jspecify.annotations.NullMarked;

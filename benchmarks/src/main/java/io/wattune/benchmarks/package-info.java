/** Placeholder. */
@NullMarked
package io.wattune.benchmarks;

import org.jspecify.annotations.NullMarked;

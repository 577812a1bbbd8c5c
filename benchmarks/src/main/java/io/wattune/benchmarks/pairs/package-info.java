/** What pairs of measurements on a busy machine say. */
@NullMarked
package io.wattune.benchmarks.pairs;

import org.jspecify.annotations.NullMarked;

/** The first paper's table of a K20, simulated, beside ours. Called by {@code evaluate k20}. */
@NullMarked
package io.wattune.evaluation.k20;

import org.jspecify.annotations.NullMarked;

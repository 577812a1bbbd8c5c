/**
 * How many compute units each kernel of a model needs: measured times in, units out. Called by
 * whoever gives kernels their masks.
 */
@NullMarked
package io.wattune.core.rightsize;

import org.jspecify.annotations.NullMarked;

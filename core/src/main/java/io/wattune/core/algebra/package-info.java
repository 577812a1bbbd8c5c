/** Linear algebra of small, dense or banded matrices. */
@NullMarked
package io.wattune.core.algebra;

import org.jspecify.annotations.NullMarked;

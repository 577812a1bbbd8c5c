/** Placeholder. */
@NullMarked
package io.wattune.schemas;

import org.jspecify.annotations.NullMarked;

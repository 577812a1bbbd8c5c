/** Placeholder. */
@NullMarked
package io.wattune.streams;

import org.jspecify.annotations.NullMarked;

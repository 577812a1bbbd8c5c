/** Placeholder. */
@NullMarked
package io.wattune.collectors;

import org.jspecify.annotations.NullMarked;

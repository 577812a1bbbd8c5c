/** Placeholder. */
@NullMarked
package io.wattune.launcher;

import org.jspecify.annotations.NullMarked;

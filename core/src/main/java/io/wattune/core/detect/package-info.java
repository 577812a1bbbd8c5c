/** Finds from power alone when something ran. */
@NullMarked
package io.wattune.core.detect;

import org.jspecify.annotations.NullMarked;

/** Placeholder. */
@NullMarked
package io.wattune.testbed;

import org.jspecify.annotations.NullMarked;

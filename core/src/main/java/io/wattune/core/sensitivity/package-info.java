/** How much performance changes with a tunable: from counters to a value and a bin. */
@NullMarked
package io.wattune.core.sensitivity;

import org.jspecify.annotations.NullMarked;

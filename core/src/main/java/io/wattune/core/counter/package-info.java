/** What a device's counters say of an interval. */
@NullMarked
package io.wattune.core.counter;

import org.jspecify.annotations.NullMarked;

/** What a device is: its signals and its tunables. */
@NullMarked
package io.wattune.core.device;

import org.jspecify.annotations.NullMarked;

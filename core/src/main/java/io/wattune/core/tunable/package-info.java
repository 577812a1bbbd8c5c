/** What can be set on a device: tunables, their values, configurations. */
@NullMarked
package io.wattune.core.tunable;

import org.jspecify.annotations.NullMarked;

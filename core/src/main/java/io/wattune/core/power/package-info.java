/** Samples in, true power with its quality and error out. */
@NullMarked
package io.wattune.core.power;

import org.jspecify.annotations.NullMarked;

/** How a pipeline fails. */
@NullMarked
package io.wattune.pipeline.failure;

import org.jspecify.annotations.NullMarked;

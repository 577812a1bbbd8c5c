/** What a failure says of itself, for people. A failure in, a text out; called by every module. */
@NullMarked
package io.wattune.core.failure;

import org.jspecify.annotations.NullMarked;

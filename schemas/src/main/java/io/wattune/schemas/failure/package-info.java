/**
 * What a failure says of itself, for people. A failure in, a text out; called by whatever connects
 * to something.
 */
@NullMarked
package io.wattune.schemas.failure;

import org.jspecify.annotations.NullMarked;

/**
 * What could not be used, and why.
 *
 * <p>In: the original bytes with a reason. Out: a value for the rejects topic. Called by every
 * stage that reads something.
 */
@NullMarked
package io.wattune.schemas.reject;

import org.jspecify.annotations.NullMarked;

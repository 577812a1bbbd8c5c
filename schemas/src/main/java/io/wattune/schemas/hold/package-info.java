/**
 * Holds on their way to the topic. In: holds. Out: records that the broker has. Called by whoever
 * lets an operator order one.
 */
@NullMarked
package io.wattune.schemas.hold;

import org.jspecify.annotations.NullMarked;

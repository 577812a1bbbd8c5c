/**
 * Which compute units of a GPU work may use: counts in, masks and their texts out. Called by
 * whoever launches programs.
 */
@NullMarked
package io.wattune.core.mask;

import org.jspecify.annotations.NullMarked;

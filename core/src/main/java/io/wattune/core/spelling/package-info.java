/**
 * Finds what somebody meant to write. A word and the known words in, the nearest one out; called by
 * whoever reads files, variables and names that people write.
 */
@NullMarked
package io.wattune.core.spelling;

import org.jspecify.annotations.NullMarked;

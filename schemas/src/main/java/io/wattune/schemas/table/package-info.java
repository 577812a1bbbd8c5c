/** Tables that people write, as comma-separated text. */
@NullMarked
package io.wattune.schemas.table;

import org.jspecify.annotations.NullMarked;

/** What was built, of which versions. Called by whatever says what it is. */
@NullMarked
package io.wattune.schemas.release;

import org.jspecify.annotations.NullMarked;

/** Files in JSON that people write, read strictly. */
@NullMarked
package io.wattune.schemas.json;

import org.jspecify.annotations.NullMarked;

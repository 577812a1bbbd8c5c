/** Working folders of this process. Called by the embedded broker, Flink and the report writer. */
@NullMarked
package io.wattune.embedded.folder;

import org.jspecify.annotations.NullMarked;

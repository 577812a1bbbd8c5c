/** Working folders of this process. Called by the embedded broker, Flink and the report writer. */
@NullMarked
package io.wattune.launcher.folder;

import org.jspecify.annotations.NullMarked;

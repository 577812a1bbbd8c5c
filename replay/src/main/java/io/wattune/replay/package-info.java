/**
 * The command {@code wattune replay}. Recorded files in; through Kafka and Flink; a report out.
 * Called by the command line.
 */
@NullMarked
package io.wattune.replay;

import org.jspecify.annotations.NullMarked;

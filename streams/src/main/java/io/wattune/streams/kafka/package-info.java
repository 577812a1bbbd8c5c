/** Records as they come from and go to Kafka: bytes with their place. Used by every job. */
@NullMarked
package io.wattune.streams.kafka;

import org.jspecify.annotations.NullMarked;

/**
 * The components job: true power and counters to the power of each component of a device, and what
 * follows from that. Topics in, topics out; deployed by whoever starts the pipeline.
 */
@NullMarked
package io.wattune.streams.component;

import org.jspecify.annotations.NullMarked;

/**
 * The contracts between the stages: Avro records, the topics that carry them, and the codecs.
 *
 * <p>In: core values, or bytes off a topic. Out: bytes for a topic, or core values that have been
 * checked. Every stage that reads or writes a topic calls it; it calls no stage.
 */
@NullMarked
package io.wattune.schemas;

import org.jspecify.annotations.NullMarked;

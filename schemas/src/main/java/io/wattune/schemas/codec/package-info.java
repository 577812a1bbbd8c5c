/**
 * Core values to record bytes and back, in Avro's single-object encoding.
 *
 * <p>In: core values; or bytes that anybody may have sent. Out: bytes; or values whose bounds have
 * been checked, or an {@link io.wattune.schemas.codec.UndecodableException}, never another
 * exception. Called by everything that reads or writes a topic, and by the archive.
 */
@NullMarked
package io.wattune.schemas.codec;

import org.jspecify.annotations.NullMarked;

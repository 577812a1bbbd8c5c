package io.wattune.control;

import io.wattune.schemas.topics.Topic;

/**
 * A record on its way out, encoded.
 *
 * @param topic where to
 * @param value value; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
record EncodedRecord(Topic topic, byte[] value) {}

package io.wattune.streams.fleet.topology;

import org.jspecify.annotations.Nullable;

/**
 * What became of a record: news, or a reject.
 *
 * @param incoming the news
 * @param reject the encoded reject; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
record DecodedRecord(@Nullable DeviceNews incoming, byte @Nullable [] reject) {}

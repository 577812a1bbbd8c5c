package io.wattune.sinks.influx;

import io.wattune.schemas.reject.RejectedDatum;

/**
 * A reject with the key of its original.
 *
 * @param key the original's key; null where it had none; not copied
 * @param datum what was rejected
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
record KeyedReject(byte @org.jspecify.annotations.Nullable [] key, RejectedDatum datum) {}

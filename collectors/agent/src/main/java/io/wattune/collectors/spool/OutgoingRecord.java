package io.wattune.collectors.spool;

/**
 * A record on its way to the broker.
 *
 * @param topic full name of its topic
 * @param key its key
 * @param value its value; owned by the record, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record OutgoingRecord(String topic, String key, byte[] value) {

  /** What an object of this kind costs beside its value, generously. */
  private static final int OVERHEAD_BYTES = 128;

  /** What it costs to hold it in memory, for bounds. */
  int heldBytes() {
    return OVERHEAD_BYTES + key.length() + value.length;
  }
}

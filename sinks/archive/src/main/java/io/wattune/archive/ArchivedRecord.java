package io.wattune.archive;

import io.wattune.schemas.topics.Topic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as it stood in a topic.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 * @param timestampMillis its time stamp in the topic; says the date where the record says none
 * @param key its key's bytes; null where it has none; owned by the record, not copied
 * @param value its value's bytes; null where its key was deleted; owned by the record, not copied
 * @param headers its headers, in order
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record ArchivedRecord(
    Topic topic,
    int partition,
    long offset,
    long timestampMillis,
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers) {

  /** What an object and its references take on the heap, beside the bytes. */
  private static final int OVERHEAD_BYTES = 160;

  /**
   * A header of a record.
   *
   * @param name its name
   * @param value its bytes; empty where it has none; owned by the header, not copied
   */
  public record Header(String name, byte[] value) {}

  public ArchivedRecord {
    headers = List.copyOf(headers);
  }

  /** What it takes in memory, roughly. */
  long memoryBytes() {
    long bytes = OVERHEAD_BYTES;
    bytes += key == null ? 0 : key.length;
    bytes += value == null ? 0 : value.length;
    for (Header header : headers) {
      bytes += OVERHEAD_BYTES + header.value().length;
    }
    return bytes;
  }
}

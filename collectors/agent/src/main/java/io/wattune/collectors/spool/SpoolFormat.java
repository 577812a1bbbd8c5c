package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A record in a segment of the spool, big-endian:
 *
 * <pre>
 * int32  length of what follows the checksum
 * int32  CRC-32C of what follows
 * int16  length of the topic, then the topic in UTF-8
 * int32  length of the key, then the key in UTF-8
 *        the value, to the end
 * </pre>
 *
 * <p>Example: topic {@code t}, key {@code k}, value {@code 01 02}: {@code 00 00 00 0A}, four bytes
 * of checksum, {@code 00 01 74 00 00 00 01 6B 01 02}.
 */
final class SpoolFormat {
  private static final int HEADER_BYTES = 8;

  /** UTF-8 of one char of Java's. */
  private static final long MOST_BYTES_OF_A_CHAR = 3;

  /** The lengths of topic and key. A file that ends in zeros has no record there. */
  private static final int LEAST_BYTES = 6;

  /** More than any broker takes: a length above it is no length. */
  static final int MOST_BYTES = 64 << 20;

  private SpoolFormat() {}

  /** What is at a position, and where the next record is. */
  record Entry(OutgoingRecord record, long next) {}

  /** How many bytes a record takes in a segment, at most. */
  static long length(OutgoingRecord record) {
    long text = MOST_BYTES_OF_A_CHAR * ((long) record.topic().length() + record.key().length());
    return HEADER_BYTES + 2 + 4 + text + record.value().length;
  }

  /** The bytes of a record that is not too long, ready to be written. */
  static ByteBuffer encode(OutgoingRecord record) {
    byte[] topic = record.topic().getBytes(StandardCharsets.UTF_8);
    byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
    int length = 2 + topic.length + 4 + key.length + record.value().length;
    ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES + length);
    buffer.position(HEADER_BYTES);
    buffer.putShort((short) topic.length).put(topic);
    buffer.putInt(key.length).put(key).put(record.value());
    var checksum = new CRC32C();
    checksum.update(buffer.array(), HEADER_BYTES, length);
    buffer.putInt(0, length).putInt(4, (int) checksum.getValue());
    return buffer.flip();
  }

  /**
   * Reads the record at a position of a segment; throws where there is no whole one.
   *
   * @param end where the segment ends
   */
  static Entry read(ReadWindow bytes, long position, long end) throws IOException {
    ByteBuffer header = bytes.at(position, HEADER_BYTES);
    int length = header.getInt();
    int expected = header.getInt();
    if (length < LEAST_BYTES || length > MOST_BYTES || length > end - position - HEADER_BYTES) {
      throw new IOException("no whole record at " + position);
    }
    ByteBuffer body = bytes.at(position + HEADER_BYTES, length);
    var checksum = new CRC32C();
    checksum.update(body.duplicate());
    if ((int) checksum.getValue() != expected) {
      throw new IOException("wrong checksum of the record at " + position);
    }
    int topicLength = body.getShort();
    if (topicLength < 0 || topicLength > body.remaining() - 4) {
      throw new IOException("wrong topic in the record at " + position);
    }
    String topic = text(body, topicLength);
    int keyLength = body.getInt();
    if (keyLength < 0 || keyLength > body.remaining()) {
      throw new IOException("wrong key in the record at " + position);
    }
    String key = text(body, keyLength);
    byte[] value = new byte[body.remaining()];
    body.get(value);
    return new Entry(new OutgoingRecord(topic, key, value), position + HEADER_BYTES + length);
  }

  private static String text(ByteBuffer from, int length) {
    byte[] bytes = new byte[length];
    from.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

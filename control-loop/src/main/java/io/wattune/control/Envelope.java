package io.wattune.control;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An input on its way to the task that owns its node: the original bytes, and where they stood, so
 * that a reject can name its original. Layout version 1, little-endian:
 *
 * <pre>
 * offset  bytes  what
 *      0      1  version of the layout, 1
 *      1      1  kind, see {@link InputKind#code}
 *      2      4  partition of the original, int32
 *      6      8  offset of the original, int64
 *     14      4  length k of the original's key, int32; -1 for none
 *     18      k  the key, UTF-8
 *   18+k   rest  the original's value, behind one byte that is 1; nothing at all where there is none
 * </pre>
 *
 * For example a deleted descriptor of device {@code n/a}, offset 7 of partition 0: {@code 01 04
 * 00000000 0700000000000000 03000000 6E2F61}.
 *
 * @param kind what it is
 * @param partition partition of the original
 * @param offset offset of the original
 * @param key key of the original; null where it had none
 * @param value value of the original; null where it had none; owned by this record, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record Envelope(
    InputKind kind, int partition, long offset, @Nullable String key, byte @Nullable [] value) {

  private static final byte VERSION = 1;
  private static final byte HAS_VALUE = 1;
  private static final int HEAD_BYTES = 18;

  byte[] toBytes() {
    byte[] keyBytes = key == null ? new byte[0] : key.getBytes(StandardCharsets.UTF_8);
    int valueBytes = value == null ? 0 : 1 + value.length;
    ByteBuffer out =
        ByteBuffer.allocate(HEAD_BYTES + keyBytes.length + valueBytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(VERSION)
            .put(kind.code())
            .putInt(partition)
            .putLong(offset)
            .putInt(key == null ? -1 : keyBytes.length)
            .put(keyBytes);
    if (value != null) {
      out.put(HAS_VALUE).put(value);
    }
    return out.array();
  }

  /**
   * Reads an envelope.
   *
   * @return null for bytes that are none: of a release with another layout, or by somebody else
   */
  static @Nullable Envelope read(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length < HEAD_BYTES || bytes[0] != VERSION) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1).order(ByteOrder.LITTLE_ENDIAN);
    InputKind kind = InputKind.ofCode(in.get());
    int partition = in.getInt();
    long offset = in.getLong();
    int keyLength = in.getInt();
    if (kind == null || keyLength < -1 || keyLength > in.remaining()) {
      return null;
    }
    byte[] keyBytes = new byte[Math.max(0, keyLength)];
    in.get(keyBytes);
    if (in.hasRemaining() && in.get() != HAS_VALUE) {
      return null;
    }
    boolean hasValue = bytes.length > HEAD_BYTES + keyBytes.length;
    byte[] value = null;
    if (hasValue) {
      value = new byte[in.remaining()];
      in.get(value);
    }
    String key = keyLength < 0 ? null : new String(keyBytes, StandardCharsets.UTF_8);
    return new Envelope(kind, partition, offset, key, value);
  }
}

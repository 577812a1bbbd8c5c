package io.wattune.schemas.signature;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that are signed: what the record is for, its cluster, its topic, its key and its value,
 * each behind its length, so that no byte can move from one to the next.
 *
 * <pre>
 * int32 length, "wattune signature 2"      int32 length, id of the cluster, UTF-8
 * int32 length, topic with its namespace, UTF-8
 * int32 length, key, UTF-8                 int32 length, value
 * </pre>
 *
 * <p>Lengths are big-endian. The first part keeps these signatures apart from all that the key may
 * ever be used for besides, and from those of form 1, which named no cluster and are not believed
 * any more.
 */
final class SignedContent {
  private static final byte[] DOMAIN = bytes("wattune signature 2");

  private SignedContent() {}

  static byte[] of(ClusterTopic topic, String key, byte[] value) {
    byte[][] parts = {DOMAIN, bytes(topic.cluster()), bytes(topic.name()), bytes(key), value};
    int length = 0;
    for (byte[] part : parts) {
      length = Math.addExact(length, Integer.BYTES + part.length);
    }
    ByteBuffer content = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      content.putInt(part.length).put(part);
    }
    return content.array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

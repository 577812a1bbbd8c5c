package io.wattune.schemas.signature;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The code by which a reader knows which node a record is from: HMAC-SHA256 with the node's key,
 * cut to 16 bytes, in the header {@value #HEADER}, over
 *
 * <pre>
 * int32 length, "wattune node code 1"      int32 length, topic with its namespace, UTF-8
 * int32 length, key                        int32 length, value; -1 where there is none
 * </pre>
 *
 * <p>Lengths are big-endian. For one thread: it reuses what it computes with.
 */
public final class NodeCode {
  /** The header with the code. */
  public static final String HEADER = "node-code";

  /** Bytes of a code. */
  public static final int BYTES = 16;

  static final String HMAC = "HmacSHA256";

  private static final byte[] DOMAIN = "wattune node code 1".getBytes(StandardCharsets.UTF_8);

  private final Mac mac;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
  private final byte[] computed;
  private @Nullable NodeCodeKey current;

  /** Computes nothing yet. */
  public NodeCode() {
    mac = mac();
    computed = new byte[mac.getMacLength()];
  }

  static Mac mac() {
    try {
      return Mac.getInstance(HMAC);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + HMAC, e);
    }
  }

  /** The code of a record. */
  public byte[] of(NodeCodeKey with, byte[] topic, byte[] key, byte @Nullable [] value) {
    compute(with, topic, key, value);
    return Arrays.copyOf(computed, BYTES);
  }

  /** Whether a record's code is right; takes as long whichever byte is wrong. */
  public boolean isRight(
      NodeCodeKey with, byte[] topic, byte[] key, byte @Nullable [] value, byte[] code) {
    if (code.length != BYTES) {
      return false;
    }
    compute(with, topic, key, value);
    Arrays.fill(computed, BYTES, computed.length, (byte) 0);
    return MessageDigest.isEqual(Arrays.copyOf(code, computed.length), computed);
  }

  private void compute(NodeCodeKey with, byte[] topic, byte[] key, byte @Nullable [] value) {
    try {
      if (with != current) {
        mac.init(new SecretKeySpec(with.bytes(), HMAC));
        current = with;
      }
      add(DOMAIN);
      add(topic);
      add(key);
      add(value);
      mac.doFinal(computed, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the code of a record cannot be computed", e);
    }
  }

  private void add(byte @Nullable [] part) {
    mac.update(length.putInt(0, part == null ? -1 : part.length).array());
    if (part != null) {
      mac.update(part);
    }
  }
}

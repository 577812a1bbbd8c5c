package io.wattune.schemas.signature;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of 256 bits for {@link NodeCode}s: a node's own, or the master that those of all nodes are
 * derived from: {@code key(node) = HMAC-SHA256(master, "wattune node key 1" node)}. It never shows
 * itself but by {@link #text}. Thread-safe.
 */
public final class NodeCodeKey {
  private static final int BYTES = 32;
  private static final String DOMAIN = "wattune node key 1 ";

  private final byte[] bytes;

  private NodeCodeKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new one, from the JDK's source of chance. */
  public static NodeCodeKey generate() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new NodeCodeKey(bytes);
  }

  /**
   * A key from its text.
   *
   * @throws IllegalArgumentException where it is none; the message does not hold the text
   */
  public static NodeCodeKey parse(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("it is no Base64, as wattune keys writes it", e);
    }
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "it has " + bytes.length + " bytes, where a key of codes has " + BYTES);
    }
    return new NodeCodeKey(bytes);
  }

  /** The key of a node, where this one is the master. */
  public NodeCodeKey ofNode(String node) {
    var mac = NodeCode.mac();
    try {
      mac.init(new SecretKeySpec(bytes, NodeCode.HMAC));
    } catch (java.security.InvalidKeyException e) {
      throw new IllegalStateException("a key of a node cannot be derived", e);
    }
    return new NodeCodeKey(mac.doFinal((DOMAIN + node).getBytes(StandardCharsets.UTF_8)));
  }

  byte[] bytes() {
    return bytes;
  }

  /** The key itself, Base64: for its file. */
  public String text() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "a key of codes";
  }
}

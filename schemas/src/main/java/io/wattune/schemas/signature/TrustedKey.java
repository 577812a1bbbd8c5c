package io.wattune.schemas.signature;

import java.security.PublicKey;

/**
 * A public key that a node believes, for a time.
 *
 * @param id its id
 * @param key the key
 * @param validFromNanos epoch nanoseconds from which on it counts; {@link Long#MIN_VALUE} for ever
 * @param validUntilNanos epoch nanoseconds until which it counts, exclusive; {@link Long#MAX_VALUE}
 *     for ever
 */
public record TrustedKey(String id, PublicKey key, long validFromNanos, long validUntilNanos) {

  public TrustedKey {
    if (!id.equals(Ed25519.id(key))) {
      throw new IllegalArgumentException(
          "id must be that of the public key, " + Ed25519.id(key) + ", was '" + id + "'");
    }
    if (validFromNanos >= validUntilNanos) {
      throw new IllegalArgumentException("validFrom must be before validUntil");
    }
  }

  /**
   * A key as a node's file has it.
   *
   * @param publicKey X.509 form in Base64
   * @throws IllegalArgumentException where it is none, or has another id
   */
  public static TrustedKey of(
      String id, String publicKey, long validFromNanos, long validUntilNanos) {
    return new TrustedKey(id, Ed25519.publicKey(publicKey), validFromNanos, validUntilNanos);
  }

  /** Whether it counts at a time of the node's clock. */
  public boolean isValid(long wallNanos) {
    return wallNanos >= validFromNanos && wallNanos < validUntilNanos;
  }
}

package io.wattune.schemas.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A private key, with which records are signed. It never shows itself. Thread-safe. */
public final class SigningKey {
  private final PrivateKey privateKey;
  private final PublicKey publicKey;
  private final String id;

  SigningKey(PrivateKey privateKey, PublicKey publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    this.id = Ed25519.id(publicKey);
  }

  /** A new one, from the JDK's source of chance. */
  public static SigningKey generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(Ed25519.NAME).generateKeyPair();
      return new SigningKey(pair.getPrivate(), pair.getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + Ed25519.NAME, e);
    }
  }

  /** Its id: a digest of the public key. */
  public String id() {
    return id;
  }

  /** The public key in X.509 form, Base64, as a node's file has it. */
  public String publicKey() {
    return Ed25519.text(publicKey);
  }

  /** Whether the two halves belong together. */
  boolean isPair() {
    byte[] content = id.getBytes(StandardCharsets.UTF_8);
    return Ed25519.isRight(publicKey, content, Ed25519.sign(privateKey, content));
  }

  PrivateKey privateKey() {
    return privateKey;
  }

  PublicKey key() {
    return publicKey;
  }

  /** The headers that a record with this topic, key and value is to have. */
  public List<Header> headers(ClusterTopic topic, String key, byte[] value) {
    byte[] signature = Ed25519.sign(privateKey, SignedContent.of(topic, key, value));
    return List.of(
        new RecordHeader(SignatureHeaders.KEY_ID, id.getBytes(StandardCharsets.UTF_8)),
        new RecordHeader(SignatureHeaders.SIGNATURE, signature),
        new RecordHeader(
            SignatureHeaders.CLUSTER, topic.cluster().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return "signing key " + id;
  }
}

package io.wattune.schemas.signature;

import io.wattune.schemas.file.Sha256;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Ed25519 (RFC 8032) as every JDK has it. Thread-safe. */
final class Ed25519 {
  static final String NAME = "Ed25519";
  static final int SIGNATURE_BYTES = 64;
  private static final int ID_BYTES = 8;

  private Ed25519() {}

  static byte[] sign(PrivateKey key, byte[] content) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initSign(key);
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot sign with " + NAME, e);
    }
  }

  static boolean isRight(PublicKey key, byte[] content, byte[] signature) {
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature check = Signature.getInstance(NAME);
      check.initVerify(key);
      check.update(content);
      return check.verify(signature);
    } catch (SignatureException e) {
      return false; // Not even the form of one.
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot check signatures of " + NAME, e);
    }
  }

  /** The first 8 bytes of SHA-256 over the public key's X.509 form, as 16 hex digits. */
  static String id(PublicKey key) {
    return HexFormat.of()
        .formatHex(Arrays.copyOf(Sha256.digest().digest(key.getEncoded()), ID_BYTES));
  }

  /** The X.509 form of a public key in Base64, in one line. */
  static String text(PublicKey key) {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  /**
   * A public key from its X.509 form in Base64.
   *
   * @throws IllegalArgumentException where the text is none
   */
  static PublicKey publicKey(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64.strip());
      return KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(bytes));
    } catch (InvalidKeySpecException e) {
      throw new IllegalArgumentException("it is no public key of " + NAME, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + NAME, e);
    }
  }

  /**
   * A private key from its PKCS #8 form in Base64.
   *
   * @throws IllegalArgumentException where the text is none
   */
  static PrivateKey privateKey(String base64) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return KeyFactory.getInstance(NAME).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (InvalidKeySpecException e) {
      throw new IllegalArgumentException("it is no private key of " + NAME, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + NAME, e);
    }
  }
}

package io.wattune.schemas.signature;

/** The headers of a record that is signed. */
public final class SignatureHeaders {
  /** Id of the key, as text. */
  public static final String KEY_ID = "key-id";

  /** The signature's 64 bytes. */
  public static final String SIGNATURE = "signature";

  private SignatureHeaders() {}
}

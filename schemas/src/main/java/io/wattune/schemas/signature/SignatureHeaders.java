package io.wattune.schemas.signature;

import java.util.List;

/** The headers of a record that is signed. */
public final class SignatureHeaders {
  /** Id of the key, as text. */
  public static final String KEY_ID = "key-id";

  /** The signature's 64 bytes. */
  public static final String SIGNATURE = "signature";

  /**
   * For which cluster it is signed, as text: so that a reader can say what is wrong. What counts is
   * the id in the signature.
   */
  public static final String CLUSTER = "signed-for";

  /** All of them. */
  public static final List<String> ALL = List.of(KEY_ID, SIGNATURE, CLUSTER);

  private SignatureHeaders() {}
}

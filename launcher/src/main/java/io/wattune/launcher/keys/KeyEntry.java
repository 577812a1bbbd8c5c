package io.wattune.launcher.keys;

import io.wattune.schemas.signature.SigningKey;

/** What a node's file says of a key. */
final class KeyEntry {

  private KeyEntry() {}

  /** One object for the list {@code tuning.keys}, in one line. */
  static String of(SigningKey key) {
    return "{\"id\": \"" + key.id() + "\", \"publicKey\": \"" + key.publicKey() + "\"}";
  }
}

package io.wattune.schemas.topics;

/** What the key of a topic's records is. Keys are UTF-8 text. */
public enum KeyKind {
  DEVICE("device id"),
  DEVICE_SIGNAL("`<device>/<signal>`"),
  NODE("node"),
  FLEET_SCOPE("`<scope>/<name>`"),
  HOLD("hold id"),
  PRODUCT_MODEL("`<product>/<model>`"),
  FINGERPRINT("fingerprint, 16 hex digits"),
  ORIGINAL("key of the original");

  private final String meaning;

  KeyKind(String meaning) {
    this.meaning = meaning;
  }

  /** What the key is, for people. */
  public String meaning() {
    return meaning;
  }
}

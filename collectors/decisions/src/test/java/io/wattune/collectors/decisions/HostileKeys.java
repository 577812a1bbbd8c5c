package io.wattune.collectors.decisions;

import io.wattune.schemas.signature.SigningKey;

/**
 * Keys as a hostile sender may have them.
 *
 * @param right the right controller's
 * @param expired listed, and its validUntil is over
 * @param early listed, and its validFrom is to come
 * @param removed listed when the writer began, and taken out of the file since
 * @param foreign not listed: another node's
 */
record HostileKeys(
    SigningKey right,
    SigningKey expired,
    SigningKey early,
    SigningKey removed,
    SigningKey foreign) {

  static HostileKeys generate() {
    return new HostileKeys(
        SigningKey.generate(),
        SigningKey.generate(),
        SigningKey.generate(),
        SigningKey.generate(),
        SigningKey.generate());
  }

  /** The list of a node's file when its writer begins. */
  String listedFirst() {
    return listed() + "," + entry(removed, "");
  }

  /** The list of a node's file. */
  String listed() {
    return String.join(
        ",",
        entry(right, ""),
        entry(expired, ", \"validUntil\": \"2020-01-01T00:00:00Z\""),
        entry(early, ", \"validFrom\": \"2200-01-01T00:00:00Z\""));
  }

  private static String entry(SigningKey key, String times) {
    return "{\"id\": \"%s\", \"publicKey\": \"%s\"%s}".formatted(key.id(), key.publicKey(), times);
  }
}

package io.wattune.kafka;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a topic's batches are packed, whatever their writer sent: the broker packs them anew. What a
 * reader must be able to unpack is a matter of its library: kafkajs knows gzip by itself alone.
 */
public enum Compression {
  /** Packs 255 to 1 at most, so that what a batch may unpack to is bounded. */
  LZ4("lz4"),
  ZSTD("zstd"),
  GZIP("gzip"),
  NONE("uncompressed");

  private final String kafkasName;

  Compression(String kafkasName) {
    this.kafkasName = kafkasName;
  }

  /** The value of a topic's {@code compression.type}. */
  String kafkasName() {
    return kafkasName;
  }

  /** By that value; empty for one that is none of these. */
  static Optional<Compression> named(String kafkasName) {
    return Stream.of(values()).filter(each -> each.kafkasName.equals(kafkasName)).findFirst();
  }
}

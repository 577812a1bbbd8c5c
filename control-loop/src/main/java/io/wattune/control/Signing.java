package io.wattune.control;

import io.wattune.schemas.signature.SigningKey;
import org.jspecify.annotations.Nullable;

/**
 * Which key signs the records for a node; asked each time, since the key may change. Thread-safe.
 */
@FunctionalInterface
public interface Signing {
  /** Nothing is signed. */
  Signing NONE = node -> null;

  /** The key for a node; null where there is none, and its records are not signed. */
  @Nullable SigningKey of(String node);
}

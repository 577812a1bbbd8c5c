package io.wattune.control;

import io.wattune.schemas.signature.SigningKey;
import org.jspecify.annotations.Nullable;

/** With what key a node is told something; asked each time, since it may change. Thread-safe. */
@FunctionalInterface
public interface Signing {
  /** Nothing is signed. */
  Signing NONE = node -> null;

  /** The key for a node; null where there is none, and what it is told is not signed. */
  @Nullable SigningKey of(String node);
}

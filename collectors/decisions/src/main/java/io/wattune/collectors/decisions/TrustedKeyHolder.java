package io.wattune.collectors.decisions;

import io.wattune.schemas.signature.TrustedKeys;
import org.jspecify.annotations.Nullable;

/**
 * Whom a writer believes, which may change while it runs. It never becomes less careful by that: a
 * list without a key, or one that takes unsigned decisions where they were refused, counts only
 * from the writer's next start, when a person looks. Thread-safe.
 */
final class TrustedKeyHolder {
  private volatile TrustedKeys now;

  TrustedKeyHolder(TrustedKeys first) {
    now = first;
  }

  /** Whom it believes now. */
  TrustedKeys now() {
    return now;
  }

  /**
   * Takes another list.
   *
   * @return why it was not taken; null where it was
   */
  synchronized @Nullable String follow(TrustedKeys next) {
    if (next.keys().isEmpty() && !now.keys().isEmpty()) {
      return "it lists no key, and everybody would be believed";
    }
    if (now.isRequired() && !next.isRequired()) {
      return "it does not require a signature, and everybody would be believed";
    }
    now = now.followedBy(next);
    return null;
  }
}

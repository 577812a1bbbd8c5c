package io.wattune.http;

/**
 * A browser that has shown a token, or that is on this machine.
 *
 * @param id what its cookie holds
 * @param csrf what its page sends with each change
 * @param lastSeenNanos monotonic clock
 */
record Session(String id, Role role, String csrf, long lastSeenNanos) {

  Session seenAt(long nowNanos) {
    return new Session(id, role, csrf, nowNanos);
  }
}

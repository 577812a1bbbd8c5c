package io.wattune.http;

/**
 * A browser that has shown a token, or that is on this machine.
 *
 * @param id what its cookie holds
 * @param who whose token he has shown
 * @param csrf what its page sends with each change
 * @param lastSeenNanos monotonic clock
 */
record Session(String id, Role role, String who, String csrf, long lastSeenNanos) {

  Session seenAt(long nowNanos) {
    return new Session(id, role, who, csrf, nowNanos);
  }
}

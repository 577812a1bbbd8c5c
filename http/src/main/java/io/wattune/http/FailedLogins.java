package io.wattune.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often an address has shown an unknown token at the login page of late. A token is too long to
 * be guessed; this keeps one who tries from filling the log. Bounded. Thread safe.
 */
final class FailedLogins {
  static final int MOST = 10;
  static final Duration PERIOD = Duration.ofMinutes(1);
  private static final int MOST_ADDRESSES = 1_000;

  private record Failures(int count, long beganNanos) {}

  private final LongSupplier clock;
  private final Map<String, Failures> byAddress = new LinkedHashMap<>();

  FailedLogins(LongSupplier monotonicNanos) {
    this.clock = monotonicNanos;
  }

  synchronized boolean isTooMany(String address) {
    return recent(address).count() >= MOST;
  }

  synchronized void failed(String address) {
    Failures before = recent(address);
    byAddress.remove(address);
    if (byAddress.size() == MOST_ADDRESSES) {
      byAddress.remove(byAddress.keySet().iterator().next());
    }
    byAddress.put(address, new Failures(before.count() + 1, before.beganNanos()));
  }

  private Failures recent(String address) {
    long now = clock.getAsLong();
    Failures known = byAddress.get(address);
    return known == null || now - known.beganNanos() >= PERIOD.toNanos()
        ? new Failures(0, now)
        : known;
  }
}

package io.wattune.http;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The sessions of one server, in memory: a restart ends them all. Bounded: when it is full, the
 * session goes that was used the longest ago. Thread safe.
 */
final class Sessions {
  static final int MOST = 1000;

  static final Duration IDLE_LIMIT = Duration.ofHours(12);

  private final SecureRandom random = new SecureRandom();
  private final LongSupplier clock;
  private final Map<String, Session> byId = new LinkedHashMap<>(16, 0.75f, true);

  Sessions(LongSupplier monotonicNanos) {
    this.clock = monotonicNanos;
  }

  synchronized Session begin(Role role, String who) {
    dropOld(MOST - 1);
    var session = new Session(secret(), role, who, secret(), clock.getAsLong());
    byId.put(session.id(), session);
    return session;
  }

  /** The session of a cookie, which lives on for a while by being asked for. */
  synchronized Optional<Session> find(String id) {
    dropOld(MOST);
    return Optional.ofNullable(
        byId.computeIfPresent(id, (key, session) -> session.seenAt(clock.getAsLong())));
  }

  synchronized void end(String id) {
    byId.remove(id);
  }

  /** The map is in the order of use, so that the old ones stand first. */
  private void dropOld(int most) {
    long oldest = clock.getAsLong() - IDLE_LIMIT.toNanos();
    var sessions = byId.values().iterator();
    while (sessions.hasNext()) {
      boolean tooOld = sessions.next().lastSeenNanos() - oldest < 0;
      if (!tooOld && byId.size() <= most) {
        return;
      }
      sessions.remove();
    }
  }

  private String secret() {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

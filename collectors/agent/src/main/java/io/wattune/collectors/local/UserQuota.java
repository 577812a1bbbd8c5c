package io.wattune.collectors.local;

import io.wattune.core.NewestEntries;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of what all users share one of them may take: connections at a time, and activities in a
 * minute. Those whom the kernel does not name count as one user. Bounded. For one thread.
 */
final class UserQuota {
  /** A quarter of all, so that it takes several to keep the others out. */
  static final int MOST_CONNECTIONS_EACH = SocketLoop.MOST_CONNECTIONS / 4;

  /**
   * Activities of one user in a minute, at once or spread over it. In the horizon of the ledger,
   * ten minutes by default, they stay below what it keeps of one device.
   */
  static final int MOST_ACTIVITIES_A_MINUTE = 4_000;

  private static final int MOST_USERS = 4_096;
  private static final double NANOS_PER_MINUTE = 60e9;
  private static final String UNKNOWN = "";

  /** What is left of a minute's activities. */
  private record Left(double activities, long atNanos) {}

  private final Map<String, Integer> connections = new LinkedHashMap<>();

  /** Who was silent the longest is forgotten. */
  private final Map<String, Left> left = NewestEntries.put(MOST_USERS);

  /** Counts a connection in, unless the user has as many as one may. */
  boolean connect(@Nullable String user) {
    String name = name(user);
    int open = connections.getOrDefault(name, 0);
    if (open >= MOST_CONNECTIONS_EACH) {
      return false;
    }
    connections.put(name, open + 1);
    return true;
  }

  /** Counts a connection out. */
  void disconnect(@Nullable String user) {
    connections.computeIfPresent(name(user), (name, open) -> open == 1 ? null : open - 1);
  }

  /** Counts an activity, unless the user has begun as many as one may. */
  boolean begin(@Nullable String user, long nowNanos) {
    String name = name(user);
    Left before = left.remove(name);
    double now = MOST_ACTIVITIES_A_MINUTE;
    if (before != null) {
      double again = (nowNanos - before.atNanos()) / NANOS_PER_MINUTE * MOST_ACTIVITIES_A_MINUTE;
      now = Math.min(now, before.activities() + again);
    }
    boolean isGiven = now >= 1;
    left.put(name, new Left(isGiven ? now - 1 : now, nowNanos));
    return isGiven;
  }

  private static String name(@Nullable String user) {
    return user == null ? UNKNOWN : user;
  }
}

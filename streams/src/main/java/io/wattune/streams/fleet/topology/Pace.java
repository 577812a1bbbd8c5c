package io.wattune.streams.fleet.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets each key be sent once in so many milliseconds at most, and again in so many at least. What
 * has changed stays due until it was sent, so that the last value always is.
 */
final class Pace {
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Map<String, Turn> turns = new HashMap<>();

  private static final class Turn {
    private long sentMillis = NEVER;
    private boolean isChanged;
  }

  void changed(String key) {
    turns.computeIfAbsent(key, absent -> new Turn()).isChanged = true;
  }

  /** The keys that may be sent now and have something to say; each counts as sent. */
  List<String> takeDue(long nowMillis) {
    List<String> due = new ArrayList<>();
    turns.forEach(
        (key, turn) -> {
          long age = nowMillis - turn.sentMillis;
          // A clock that was set back must not hold everything up until it has caught up.
          boolean mayBeSent = age >= FleetSettings.PACE_MILLIS || age < 0;
          if (mayBeSent && (turn.isChanged || age >= FleetSettings.REFRESH_MILLIS)) {
            turn.isChanged = false;
            turn.sentMillis = nowMillis;
            due.add(key);
          }
        });
    return due;
  }

  void forget(String key) {
    turns.remove(key);
  }
}

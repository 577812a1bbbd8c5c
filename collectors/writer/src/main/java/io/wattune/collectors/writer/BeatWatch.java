package io.wattune.collectors.writer;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Watches the heartbeat of another process, and says for how long it has stood still by this
 * process's own monotonic clock. A process that is frozen counts like one that is gone. One thread.
 */
final class BeatWatch {
  private final Path file;
  private @Nullable Heartbeat heartbeat;
  private Heartbeat.@Nullable Beat last;
  private boolean hasMoved;
  private long sinceNanos;

  BeatWatch(Path file, long monotonicNanos) {
    this.file = file;
    this.sinceNanos = monotonicNanos;
  }

  /** Looks; the file may come later. */
  void look(long monotonicNanos) {
    try {
      if (heartbeat == null) {
        heartbeat = Heartbeat.watch(file);
      }
    } catch (IOException e) {
      return; // Nobody is seen: what that means is for the caller to say.
    }
    Heartbeat.Beat beat = heartbeat == null ? null : heartbeat.read();
    if (beat != null && (last == null || beat.beat() != last.beat())) {
      hasMoved = last != null;
      last = beat;
      sinceNanos = monotonicNanos;
    }
  }

  /** The newest beat; null where none was seen yet. */
  Heartbeat.@Nullable Beat last() {
    return last;
  }

  /** For how long nothing has moved. */
  long stillNanos(long monotonicNanos) {
    return monotonicNanos - sinceNanos;
  }

  /** Whether it moves: it has been seen to, and not longer ago than this. */
  boolean isMoving(long monotonicNanos, long longestStillNanos) {
    return hasMoved && stillNanos(monotonicNanos) <= longestStillNanos;
  }
}

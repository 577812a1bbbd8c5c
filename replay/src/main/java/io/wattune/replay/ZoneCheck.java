package io.wattune.replay;

import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;

/**
 * Notices readings that stand at another time than what was recorded beside them. nvidia-smi writes
 * local time without its zone, so that this is how a wrong zone shows.
 */
final class ZoneCheck {
  private static final long QUARTER_SECONDS = Duration.ofMinutes(15).toSeconds();
  private static final long MAX_OFFSET_SECONDS = ZoneOffset.MAX.getTotalSeconds();

  private final ZoneId zone;
  private final Collection<TraceSpan> readings;

  ZoneCheck(ZoneId zone, Collection<TraceSpan> readings) {
    this.zone = zone;
    this.readings = readings;
  }

  /** Refuses when no device has readings between the two times. */
  void requireOverlap(String what, long fromNanos, long toNanos) throws EngineException {
    if (readings.stream().anyMatch(span -> span.overlaps(fromNanos, toNanos))) {
      return;
    }
    long start = readings.stream().mapToLong(TraceSpan::startNanos).min().orElseThrow();
    long end = readings.stream().mapToLong(TraceSpan::endNanos).max().orElseThrow();
    throw EngineException.wrongInput(
        ("%s (from %s to %s) and readings (from %s to %s, if their time zone is %s) do "
                + "not overlap; %s")
            .formatted(
                what,
                instant(fromNanos),
                instant(toNanos),
                instant(start),
                instant(end),
                zone,
                advice(start, end, fromNanos, toNanos)));
  }

  private String advice(long start, long end, long fromNanos, long toNanos) {
    long offset = zone.getRules().getOffset(instant(start)).getTotalSeconds();
    long apart = Math.floorDiv((fromNanos - start) / 2 + (toNanos - end) / 2, 1_000_000_000L);
    long shift = Math.round((double) apart / QUARTER_SECONDS) * QUARTER_SECONDS;
    TraceSpan shifted = new TraceSpan(start + shift * 1_000_000_000L, end + shift * 1_000_000_000L);
    if (Math.abs(offset - shift) > MAX_OFFSET_SECONDS || !shifted.overlaps(fromNanos, toNanos)) {
      return "give the zone of the readings with --time-zone, or the files that belong together";
    }
    return "they would with --time-zone " + ZoneOffset.ofTotalSeconds((int) (offset - shift));
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }
}

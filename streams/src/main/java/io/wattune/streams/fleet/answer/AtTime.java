package io.wattune.streams.fleet.answer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A point in event time. */
public record AtTime(
    @JsonPropertyDescription("milliseconds since 1970, rounded down") long millis,
    @JsonPropertyDescription(
            "nanoseconds since 1970, exactly: text, since a double cannot hold them")
        String nanos) {

  static AtTime ofNanos(long nanos) {
    return new AtTime(Math.floorDiv(nanos, 1_000_000L), Long.toString(nanos));
  }
}

package io.wattune.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.failure.EngineException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZoneCheckTest {

  /** The readings are from 18:15:32 to 18:15:48 local time. */
  @ParameterizedTest
  @CsvSource({
    "UTC, 2023-07-13T17:15:33Z, --time-zone +01:00",
    "UTC, 2023-07-14T02:15:40Z, --time-zone -08:00",
    "+02:00, 2023-07-13T12:45:35Z, --time-zone +05:30",
    "Europe/Berlin, 2023-07-13T18:15:35Z, --time-zone Z",
    "UTC, 2023-07-13T17:01:00Z, give the zone of the readings",
    "UTC, 2023-07-16T17:15:33Z, give the zone of the readings",
  })
  void suggestsTheZoneThatWouldFit(String zone, String activity, String advice) {
    ZoneId given = ZoneId.of(zone);
    long start = nanos(LocalDateTime.parse("2023-07-13T18:15:32").atZone(given).toInstant());
    ZoneCheck check = new ZoneCheck(given, List.of(new TraceSpan(start, start + 16_000_000_000L)));
    long from = nanos(Instant.parse(activity));
    assertThatThrownBy(() -> check.requireOverlap("the activities", from, from + 5_000_000_000L))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.isInputWrong()).isTrue())
        .hasMessageContaining("do not overlap")
        .hasMessageContaining(advice);
  }

  @Test
  void isContentWithOneDeviceThatOverlaps() {
    ZoneCheck check =
        new ZoneCheck(ZoneId.of("UTC"), List.of(new TraceSpan(0, 10), new TraceSpan(100, 200)));
    assertThatCode(() -> check.requireOverlap("the meter", 150, 400)).doesNotThrowAnyException();
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000L;
  }
}

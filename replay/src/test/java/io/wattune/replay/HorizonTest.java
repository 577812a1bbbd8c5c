package io.wattune.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.reading.PowerUnit;
import io.wattune.replay.file.DeviceTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HorizonTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;

  private final List<String> notes = new ArrayList<>();

  @Test
  void aShortTraceHasTenMinutes() {
    assertThat(nanos(null, trace(0, 20 * SECOND), List.of())).isEqualTo(10 * MINUTE);
  }

  @Test
  void aLongTraceIsCoveredWithWhatBeganBeforeIt() {
    assertThat(nanos(null, trace(0, 90 * MINUTE), List.of())).isEqualTo(182 * MINUTE);
    assertThat(nanos(null, trace(0, 90 * MINUTE), List.of(activity(-5 * MINUTE))))
        .isEqualTo(192 * MINUTE);
    assertThat(notes).isEmpty();
  }

  @Test
  void onlyAHorizonOfTheWholeTraceNeedsNoOrder() {
    DeviceTrace trace = trace(0, 90 * MINUTE);

    assertThat(Horizon.covers(nanos(null, trace, List.of()), List.of(trace), List.of())).isTrue();
    assertThat(Horizon.covers(60 * MINUTE, List.of(trace), List.of())).isFalse();
    assertThat(Horizon.covers(91 * MINUTE, List.of(trace), List.of(activity(-MINUTE)))).isFalse();
  }

  @Test
  void noTraceIsLongerThanALedgerAllows() {
    assertThat(nanos(null, trace(-SECOND, Long.MAX_VALUE / 2), List.of()))
        .isEqualTo(LedgerSettings.LONGEST_HORIZON_NANOS);
  }

  @Test
  void whatIsAskedForHolds() {
    assertThat(nanos(Duration.ofMinutes(1), trace(0, 90 * MINUTE), List.of())).isEqualTo(MINUTE);
  }

  @Test
  void moreActivitiesThanALedgerKeepsOpenAreNoted() {
    List<Activity> many =
        IntStream.range(0, 9_001).mapToObj(i -> activity(i * (SECOND / 2))).toList();

    assertThat(nanos(null, trace(0, 90 * MINUTE), many)).isEqualTo(10 * MINUTE);
    assertThat(notes).singleElement().asString().contains("9001 activities", "--horizon");
  }

  private long nanos(@Nullable Duration given, DeviceTrace trace, List<Activity> activities) {
    return Horizon.nanos(given, List.of(trace), activities, notes);
  }

  private static DeviceTrace trace(long fromNanos, long toNanos) {
    return new DeviceTrace(
        "gpu",
        "power.draw",
        PowerUnit.MILLIWATTS,
        new long[] {fromNanos, toNanos},
        new int[] {1, 2});
  }

  private static Activity activity(long startNanos) {
    return new Activity(
        "gpu", "a", Book.KERNEL, "a", startNanos, startNanos + SECOND, null, Map.of());
  }
}

package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerControlTest {
  private static final long HALF_SECOND = 500_000_000L;
  private static final TestServer SERVER = TestServer.SERVER;
  private static final MeasuredProfile PROFILE = measured();
  private static final ServingTable TABLE =
      new ServingTable(PROFILE, TestServer.queue(Arrivals.RANDOM, 0.03));

  private final ServerControl control =
      new ServerControl(TABLE, new ServiceObjective(0.06, false), null);
  private long nanos = 1000 * HALF_SECOND;

  private static MeasuredProfile measured() {
    return MeasuredProfile.of("m", 0.03, SERVER);
  }

  ServerControlTest() {
    control.offer(JointPolicy.settings(SERVER, 1));
  }

  private void read(int requests, int late) {
    nanos += HALF_SECOND;
    control.take(
        new ServedTime(
            nanos, 0.5, requests, requests, 0, 0, late, late, 0.02, LatencyHistogram.EMPTY),
        nanos,
        OptionalDouble.empty(),
        Set.of());
  }

  private void read(int times, int requests, int late) {
    for (int i = 0; i < times; i++) {
      read(requests, late);
    }
  }

  @Test
  void itsSettingIsThatOfTheTableForItsRate() {
    read(ServerControl.FIRST_READINGS - 1, 10, 0);
    assertThat(control.state()).isEqualTo(ServerState.WAITING);
    assertThat(control.chosen()).isNull();

    // Ten minutes, after which a step that never came is reckoned with no more.
    read(1200, 10, 0);
    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);
    RateTable table =
        RateTable.of(
            PROFILE,
            JointPolicy.settings(SERVER, 1),
            TABLE.queue(),
            1 / PROFILE.seconds(PROFILE.baseline()),
            0.06);
    // 30 requests in three readings, with half of their own uncertainty, and a tenth of headroom.
    assertThat(control.chosen()).isEqualTo(table.at(1.1 * (30 + 0.5 * Math.sqrt(30)) / 1.5));
  }

  @Test
  void whatItIsToldTwiceCountsOnce() {
    read(10, 10, 0);
    ServingSetting before = control.chosen();
    control.take(
        new ServedTime(nanos, 0.5, 500, 500, 500, 500, 500, 500, 0.02, LatencyHistogram.EMPTY),
        nanos,
        OptionalDouble.empty(),
        Set.of());
    assertThat(control.chosen()).isEqualTo(before);
  }

  /** 3 of 100 are fewer than 4; the next ones are more, and half a minute passes at least. */
  @Test
  void tooManyLateRequestsAreAnAlarmAndAHoldOffThatDoubles() {
    read(100, 10, 0);
    read(3, 10, 10);
    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);
    read(2, 10, 10);
    assertThat(control.state()).isEqualTo(ServerState.MISSED);
    assertThat(control.state().isAlarm()).isTrue();
    assertThat(control.chosen()).isNull();

    // Late ones leave the minute that is looked at.
    read(119, 10, 0);
    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);

    long missed = nanos;
    read(5, 10, 10);
    while (control.state() == ServerState.MISSED) {
      read(60, 0);
    }
    assertThat(nanos - missed).isGreaterThanOrEqualTo(2 * HoldOff.NANOS);
  }

  @Test
  void withoutReadingsItIsSilentAndAFreshStartIsMade() {
    read(10, 10, 0);
    control.review(nanos + Hearing.SILENT_NANOS);
    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);
    control.review(nanos + Hearing.SILENT_NANOS + 1);
    assertThat(control.state()).isEqualTo(ServerState.SILENT);
    assertThat(control.chosen()).isNull();

    nanos += Hearing.SILENT_NANOS + 1;
    read(10, 0);
    assertThat(control.state()).isEqualTo(ServerState.WAITING);
    read(ServerControl.FIRST_READINGS, 10, 0);
    assertThat(control.state()).isEqualTo(ServerState.FOLLOWED);
  }

  /** 10 ms are the least: 5 ms may be, and 50 requests in half a second are what it serves. */
  @ParameterizedTest
  @ValueSource(doubles = {0.0049, 0.0051})
  void whatTakesLessThanHalfOfTheLeastIsDoubted(double median) {
    read(10, 10, 0);
    for (int i = 0; i < ServerControl.CONTRADICTIONS; i++) {
      nanos += HALF_SECOND;
      control.take(
          new ServedTime(nanos, 0.5, 10, 10, 0, 0, 0, 0, median, LatencyHistogram.EMPTY),
          nanos,
          OptionalDouble.empty(),
          Set.of());
    }
    assertThat(control.state() == ServerState.DOUBTED).isEqualTo(median < 0.005);
  }

  @Test
  void moreThanTheDeviceServesIsDoubtedForHalfAMinute() {
    read(ServerControl.CONTRADICTIONS - 1, 100, 0);
    assertThat(control.state()).isNotEqualTo(ServerState.DOUBTED);
    read(100, 0);
    assertThat(control.state()).isEqualTo(ServerState.DOUBTED);
    assertThat(control.detail()).contains("it answered 200 requests a second");

    long last = nanos;
    while (control.state() == ServerState.DOUBTED) {
      read(10, 0);
    }
    assertThat(nanos - last).isEqualTo(HoldOff.NANOS);
  }

  @Test
  void powerThatTheLoadDoesNotExplainIsDoubted() {
    double watts = SERVER.busyWatts(SERVER.baseline());
    for (int i = 0; i < 20; i++) {
      nanos += HALF_SECOND;
      control.take(
          new ServedTime(nanos, 0.5, 1, 1, 0, 0, 0, 0, 0.02, LatencyHistogram.EMPTY),
          nanos,
          OptionalDouble.of(watts),
          Set.of(new ServingSetting(900, 20, 1)));
    }
    assertThat(control.state()).isEqualTo(ServerState.DOUBTED);
  }

  @Test
  void anObjectiveIsSecondsOrAMultipleOfTheTailAlone() {
    assertThat(ServiceObjective.parse("0.5s").seconds(TABLE)).isEqualTo(0.5);
    assertThat(ServiceObjective.parse(" 250 ms").seconds(TABLE)).isEqualTo(0.25);
    // Erlang's M/D/1 at 0.8: of requests of 10 ms, one of 20 waits longer than 66.2 ms. The queue's
    // sample has a standard deviation of 3.1 % there (QueueModelTest).
    assertThat(ServiceObjective.parse("2x").seconds(TABLE))
        .isCloseTo(0.1524, within(0.094 * 0.1524));
    for (String wrong : List.of("2", "x", "-1s", "0.5x", "NaNs", "1e9s", "")) {
      assertThatThrownBy(() -> ServiceObjective.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aProfileWithoutTheFastestSettingOrWithOneTwiceIsRefused() {
    var row = new MeasuredProfile.Row(1000, 60, 0.01, 60, 20);
    var slow = new MeasuredProfile.Row(900, 60, 0.011, 60, 20);
    var few = new MeasuredProfile.Row(1100, 30, 0.011, 60, 20);
    assertThat(new MeasuredProfile("m", 0, List.of(row, slow)).rows()).containsExactly(slow, row);
    assertThatThrownBy(() -> new MeasuredProfile("m", 0, List.of(row, row)))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> new MeasuredProfile("m", 0, List.of(row, few)))
        .hasMessageContaining("1100 MHz, with all 60 units is missing");
    assertThatThrownBy(() -> new MeasuredProfile.Row(1000, 60, 0.01, 19, 20))
        .hasMessageContaining("busyWatts");
  }

  @Test
  void anObjectiveGoesByTheServersNameAndElseByItsModels() {
    var one = new ServiceObjective(1, false);
    var two = new ServiceObjective(2, false);
    var goals =
        new ServingGoals(Map.of("m", TABLE), ServiceObjective.DEFAULT, Map.of("a", one, "m", two));
    assertThat(goals.objective("a", "m")).isEqualTo(one);
    assertThat(goals.objective("b", "m")).isEqualTo(two);
    assertThat(goals.objective("b", "n")).isEqualTo(ServiceObjective.DEFAULT);
  }
}

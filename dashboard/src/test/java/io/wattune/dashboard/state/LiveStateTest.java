package io.wattune.dashboard.state;

import static io.wattune.dashboard.state.StateFixture.GPU_0;
import static io.wattune.dashboard.state.StateFixture.GPU_1;
import static io.wattune.dashboard.state.StateFixture.GPU_2;
import static io.wattune.dashboard.state.StateFixture.NOW;
import static io.wattune.dashboard.state.StateFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.inforce.WriterState;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveStateTest {
  private final LiveState state = StateFixture.fleet();

  private DeviceNow device(String id) {
    return state.now(NOW).devices().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void flagsSayWhatIsToBeSeenAtAGlance() {
    assertThat(DeviceFlag.labels(device(GPU_0).flags()))
        .containsExactly("tuned", "throttled", "refusing");
    assertThat(device(GPU_0).throttledBy()).isEqualTo("ThrottleTime");
    assertThat(DeviceFlag.labels(device(GPU_1).flags())).containsExactly("stale", "uncalibrated");
    assertThat(DeviceFlag.labels(device(GPU_2).flags()))
        .containsExactly("silent", "uncalibrated", "held");
  }

  /** By the names that the agent's counters of an NVIDIA GPU have. */
  @Test
  void aSlowdownOfAnNvidiaGpuIsThrottlingAndIdlingAndLimitsAreNone() {
    assertThat(throttledBy("hw_thermal_slowdown", 1))
        .isEqualTo("clocks_event_reasons.hw_thermal_slowdown");
    for (String slowdown :
        List.of("hw_slowdown", "sw_thermal_slowdown", "hw_power_brake_slowdown")) {
      assertThat(throttledBy(slowdown, 1)).endsWith(slowdown);
    }
    assertThat(throttledBy("hw_thermal_slowdown", 0)).isNull();
    for (String well : List.of("gpu_idle", "applications_clocks_setting", "sw_power_cap")) {
      assertThat(throttledBy(well, 1)).as(well).isNull();
    }
  }

  private static String throttledBy(String reason, double value) {
    LiveState fleet = StateFixture.fleet();
    fleet.counters(
        new CounterReading(
            GPU_1,
            0,
            NOW - 3 * SECOND,
            NOW - 2 * SECOND,
            null,
            null,
            null,
            List.of(
                new CounterValue(
                    "clocks_event_reasons." + reason,
                    CounterUnit.FRACTION,
                    CounterKind.LAST,
                    value)),
            false));
    DeviceNow gpu =
        fleet.now(NOW).devices().stream()
            .filter(each -> each.id().equals(GPU_1))
            .findFirst()
            .orElseThrow();
    assertThat(DeviceFlag.labels(gpu.flags()).contains("throttled"))
        .isEqualTo(gpu.throttledBy() != null);
    return gpu.throttledBy();
  }

  @Test
  void aGivenProfileThatDoesNotFitIsFlaggedUntilItFitsAgainAndALearnedOneForADay() {
    long day = 86_400 * SECOND;
    assertThat(isFlagged(ProfileSource.GIVEN, NOW - 10 * SECOND)).isTrue();
    assertThat(isFlagged(ProfileSource.GIVEN, NOW - 2 * day)).isTrue();
    assertThat(isFlagged(ProfileSource.GIVEN, SensorProfile.NEVER)).isFalse();
    assertThat(isFlagged(ProfileSource.LEARNED, NOW - 10 * SECOND)).isTrue();
    assertThat(isFlagged(ProfileSource.LEARNED, NOW - day - SECOND)).isFalse();
  }

  private static boolean isFlagged(ProfileSource source, long driftedNanos) {
    LiveState fleet = StateFixture.fleet();
    fleet.profile(StateFixture.profile(GPU_0, source).driftedAt(driftedNanos));
    return fleet.now(NOW).devices().stream()
        .filter(each -> each.id().equals(GPU_0))
        .anyMatch(each -> DeviceFlag.labels(each.flags()).contains("drifted"));
  }

  @Test
  void smoothedPowerStandsBesideTruePowerAndALaterRevisionTakesItsPlace() {
    long slice = NOW / 4_000_000_000L * 4_000_000_000L - 8 * SECOND;
    double before = device(GPU_0).powerWatts();
    state.smoothed(smoothed(0, slice, 100));
    state.smoothed(smoothed(0, slice + 4 * SECOND, 110));
    state.smoothed(smoothed(1, slice, 90));

    List<PowerPoint> points = state.smoothed(GPU_0, slice, slice + 8 * SECOND);
    assertThat(points.size()).isEqualTo(4);
    assertThat(points.get(0).meanWatts()).isEqualTo(90);
    assertThat(points.get(1).meanWatts()).isEqualTo(90);
    assertThat(points.get(2).meanWatts()).isEqualTo(110);
    assertThat(device(GPU_0).powerWatts()).isEqualTo(before);
    assertThat(state.smoothed(GPU_1, 0, NOW).size()).isZero();
  }

  private static TruePower smoothed(int revision, long fromNanos, int watts) {
    return new TruePower(
        GPU_0,
        "power.draw",
        revision,
        "p",
        new long[] {fromNanos, fromNanos + SECOND},
        new int[] {0, 0},
        new int[] {watts * 1000, watts * 1000},
        new int[] {10, 10},
        new byte[] {1, 1},
        null,
        0);
  }

  @Test
  void aDeviceHasItsNewestPowerItsEnergyAndWhatRunsOnIt() {
    DeviceNow gpu = device(GPU_0);
    assertThat(gpu.powerWatts()).isEqualTo(201);
    assertThat(gpu.quality()).isEqualTo(Quality.CORRECTED);
    assertThat(gpu.energyMicrojoules()).isEqualTo(4_005_000_000L);
    assertThat(gpu.activity()).isEqualTo(StateFixture.KERNEL);
    assertThat(gpu.settings()).singleElement().extracting(SettingNow::value).isEqualTo(925L);
    assertThat(device(GPU_2).powerWatts()).as("no reading is not zero").isNaN();
  }

  @Test
  void sumsAreMadeHereOfFreshDevicesWhileNoFleetViewRuns() {
    SumNow cluster = state.now(NOW).cluster();
    assertThat(cluster.powerWatts()).isEqualTo(201);
    assertThat(cluster.errorWatts()).isEqualTo(0.5);
    assertThat(cluster.freshDevices()).isEqualTo(1);
    assertThat(cluster.staleDevices()).isEqualTo(1);
    assertThat(cluster.silentDevices()).isEqualTo(1);
    assertThat(cluster.isFromFleetView()).isFalse();
    assertThat(state.now(NOW).nodes()).extracting(SumNow::name).containsExactly("node-1", "node-2");
    assertThat(state.now(NOW).nodes().get(1).powerWatts()).isNaN();
    assertThat(state.now(NOW).racks()).extracting(SumNow::name).containsExactly("rack-1");
  }

  @Test
  void theFleetViewsSumCountsWhileItIsNew() {
    state.fleet(
        new FleetPower(
            FleetScope.CLUSTER,
            FleetScope.ALL,
            null,
            NOW - SECOND,
            5_000_000_000L,
            1000,
            new EnergySum(7, 500_000),
            9,
            0,
            0,
            10 * SECOND,
            Quality.ESTIMATED));
    SumNow cluster = state.now(NOW).cluster();
    assertThat(cluster.isFromFleetView()).isTrue();
    assertThat(cluster.powerWatts()).isEqualTo(5_000_000);
    assertThat(cluster.energyJoules()).isEqualTo(7.5);
    assertThat(state.now(NOW + 60 * SECOND).cluster().isFromFleetView())
        .as("a view that is gone is not believed")
        .isFalse();
  }

  @Test
  void aSliceIsNotCountedBesideItsWholeDevice() {
    DeviceDescriptor whole = StateFixture.descriptor(GPU_0, "rack-1");
    state.device(
        new DeviceDescriptor(
            "node-1/slice",
            "node-1",
            "rack-1",
            "amd",
            "slice",
            "1.0",
            GPU_0,
            NOW,
            whole.signals(),
            List.of()));
    state.power(Blocks.of("node-1/slice", 0, NOW - SECOND, 1, 50));
    assertThat(state.now(NOW + SECOND).cluster().powerWatts()).isEqualTo(201);
  }

  /** Fails where a node takes twice what its devices take, as soon as its own meter is read. */
  @Test
  void aNodesOwnMeterIsNotCountedBesideItsDevices() {
    state.power(Blocks.of("node-1/node", 0, NOW - SECOND, 1, 900));
    state.power(Blocks.of("node-9/node", 0, NOW - SECOND, 1, 700));

    FleetNow now = state.now(NOW + SECOND);

    assertThat(now.cluster().powerWatts()).as("a meter alone is counted").isEqualTo(201 + 700);
    assertThat(now.nodes())
        .filteredOn(node -> node.name().equals("node-1"))
        .extracting(SumNow::powerWatts)
        .containsExactly(201.0);
  }

  @Test
  void decisionsAreMatchedWithTheirAnswersInWhicheverOrder() {
    List<DecisionNow> decisions = state.control(NOW, 10, DecisionFilter.ANY).decisions();
    assertThat(decisions)
        .extracting(DecisionNow::outcome)
        .containsExactly(DecisionOutcome.REFUSED, DecisionOutcome.APPLIED, DecisionOutcome.APPLIED);

    state.actuation(StateFixture.actuation(4, ActuationOutcome.RENEWED, "ok", NOW, 925));
    state.decision(StateFixture.decision(4, NOW - SECOND, 925));
    state.decision(StateFixture.decision(5, NOW, 900));
    assertThat(state.control(NOW, 2, DecisionFilter.ANY).decisions())
        .extracting(DecisionNow::outcome)
        .containsExactly(DecisionOutcome.PENDING, DecisionOutcome.RENEWED);
    assertThat(
            state
                .control(NOW, 10, new DecisionFilter(null, "node-1", DecisionOutcome.REFUSED))
                .decisions())
        .hasSize(1);
    assertThat(state.control(NOW, 10, new DecisionFilter(GPU_1, null, null)).decisions()).isEmpty();
  }

  @Test
  void controlSaysWhoAnswersWhatWasRefusedAndWhichLeasesRun() {
    ControlNow control = state.control(NOW, 10, DecisionFilter.ANY);
    assertThat(control.policy()).isEqualTo("fine");
    assertThat(control.refusals()).isEqualTo(Map.of("out-of-bounds", 1L));
    assertThat(control.nodes())
        .containsExactly(
            new NodeNow("node-1", 7, WriterState.ANSWERS, 2),
            new NodeNow("node-2", 0, WriterState.NOT_ASKED, 1));
    assertThat(control.leases()).singleElement().extracting(LeaseNow::reason).isEqualTo("lower");
    assertThat(control.holds()).hasSize(1);

    for (int i = 0; i < 8; i++) {
      state.decision(StateFixture.decision(10 + i, NOW + i * SECOND, 900));
    }
    assertThat(state.control(NOW + 8 * SECOND, 1, DecisionFilter.ANY).nodes().get(0).writer())
        .as("what was sent is not answered")
        .isEqualTo(WriterState.SILENT);
  }

  @Test
  void whatHappensIsToldOnceAndInOrder() {
    Cursor cursor = state.cursor();
    assertThat(state.since(cursor, NOW).decisions()).isEmpty();
    state.decision(StateFixture.decision(8, NOW, 900));
    state.actuation(StateFixture.actuation(8, ActuationOutcome.APPLIED, "ok", NOW, 900));
    StateChanges happened = state.since(cursor, NOW);

    assertThat(happened.decisions())
        .extracting(DecisionNow::outcome)
        .containsExactly(DecisionOutcome.PENDING, DecisionOutcome.APPLIED);
    assertThat(happened.actuations()).hasSize(1);
    assertThat(happened.holds()).as("none came or went").isNull();
    assertThat(state.since(happened.next(), NOW).decisions()).isEmpty();
    state.holdGone("h1");
    assertThat(state.since(happened.next(), NOW).holds()).isEmpty();
  }

  @Test
  void energyOfBeforeTheLookBackIsNotCountedAgain() {
    long before = state.sinceNanos() - 10 * SECOND;
    state.energy(
        StateFixture.entry(
            io.wattune.core.ledger.Book.WINDOW10S, null, null, before, 10 * SECOND, 9999));
    assertThat(device(GPU_0).energyMicrojoules()).isEqualTo(4_005_000_000L);
  }

  @Test
  void aDeviceThatIsGoneIsNotShownAndItsNumberIsNotGivenAgain() {
    int index = device(GPU_2).index();
    long version = state.now(NOW).catalogVersion();
    state.deviceGone(GPU_2);
    state.device(StateFixture.descriptor("node-3/new", null));
    FleetNow now = state.now(NOW + SECOND);
    assertThat(now.catalogVersion()).isGreaterThan(version);
    assertThat(now.devices()).extracting(DeviceNow::id).doesNotContain(GPU_2);
    assertThat(now.devices()).extracting(DeviceNow::index).doesNotContain(index);
  }

  @Test
  void theFleetsPowerIsKeptOverTime() {
    List<PowerPoint> cluster =
        state.fleetPower(FleetScope.CLUSTER, FleetScope.ALL, NOW - 600 * SECOND, NOW);
    assertThat(cluster.size()).isEqualTo(2);
    assertThat(cluster.get(1).meanWatts()).isEqualTo(201);
    assertThat(state.fleetPower(FleetScope.NODE, "nobody", 0, NOW).size()).isZero();
  }
}

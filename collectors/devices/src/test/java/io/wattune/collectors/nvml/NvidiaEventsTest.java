package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.ThrottleCounter;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters and processes of a GPU. */
class NvidiaEventsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long EPOCH = 1_700_000_000L * SECOND;
  private static final String GPM =
      """
      gpm @0 1
      gpm.1 @0 90
      gpm.2 @0 80
      gpm.3 @0 25
      gpm.4 @0 5
      gpm.5 @0 60.5
      gpm.10 @0 81.25
      gpm.11 @0 0
      gpm.12 @0 12
      gpm.13 @0 1
      """;

  @TempDir Path proc;
  private final AtomicLong nowNanos = new AtomicLong(EPOCH);
  private final List<CounterReading> readings = new ArrayList<>();
  private final List<Activity> activities = new ArrayList<>();
  private FakeNvml fake;
  private DeviceSource source;

  private void open(String more, Map<String, String> values) throws DeviceException {
    fake = new FakeNvml(TestGpus.H100.replace("compute @0 none\n", "") + more);
    fake.setMillis(0);
    source = TestGpus.kind(() -> fake, proc).openSource(TestGpus.settings(values), nowNanos::get);
  }

  private void drainAt(double seconds) throws DeviceException {
    nowNanos.set(EPOCH + Math.round(seconds * SECOND));
    fake.setMillis(Math.round(seconds * 1_000));
    source
        .events()
        .drain(
            new EventSource.Sink() {
              @Override
              public void activity(Activity activity) {
                activities.add(activity);
              }

              @Override
              public void counters(CounterReading reading) {
                readings.add(reading);
              }
            });
  }

  @Test
  void countersComeAtTheirPeriodInTheirUnits() throws Exception {
    open("", Map.of("counterHertz", "2"));
    for (double seconds = 0; seconds < 1.01; seconds += 0.1) {
      drainAt(seconds);
    }

    assertThat(readings).extracting(CounterReading::sequence).containsExactly(0L, 1L);
    CounterReading first = readings.get(0);
    assertThat(first.startNanos()).isEqualTo(EPOCH);
    assertThat(first.endNanos()).isEqualTo(readings.get(1).startNanos());
    assertThat(first.seconds()).isCloseTo(0.5, within(1e-9));
    assertThat(first.value("clocks.current.graphics")).hasValue(345e6);
    assertThat(first.value("clocks.current.memory")).hasValue(2_619e6);
    assertThat(first.value("temperature.gpu")).hasValue(31);
    assertThat(first.value("power.limit")).hasValue(700);
    assertThat(first.value("utilization.gpu")).hasValue(0.4);
    assertThat(first.value("utilization.memory")).hasValue(0.2);
    assertThat(first.value("clocks_event_reasons.gpu_idle")).hasValue(1);
    assertThat(first.value("clocks_event_reasons.sw_power_cap")).hasValue(1);
    assertThat(first.value("clocks_event_reasons.hw_slowdown")).hasValue(0);
    assertThat(first.counters()).noneMatch(c -> c.counter().startsWith("gpm."));
  }

  /** The dashboard flags by the counters, the writer's answers by the bits. */
  @Test
  void aReasonIsASlowdownForTheWriterWhereItIsOneForTheDashboard() {
    for (ClockReason reason : ClockReason.values()) {
      assertThat(ThrottleCounter.is(reason.counter()))
          .as("%s", reason)
          .isEqualTo(reason.isSlowdown());
    }
  }

  @Test
  void gpmMetricsAreFractionsBetweenTwoSamples() throws Exception {
    open(GPM, Map.of());
    drainAt(0);
    drainAt(1);

    CounterReading reading = readings.get(0);
    assertThat(reading.counters())
        .contains(
            new CounterValue("gpm.sm_util", CounterUnit.FRACTION, CounterKind.MEAN, 0.8),
            new CounterValue("gpm.sm_occupancy", CounterUnit.FRACTION, CounterKind.MEAN, 0.25),
            new CounterValue("gpm.dram_bw_util", CounterUnit.FRACTION, CounterKind.MEAN, 0.8125),
            new CounterValue("ICActivity", CounterUnit.FRACTION, CounterKind.MEAN, 0.8125),
            new CounterValue("VALUBusy", CounterUnit.FRACTION, CounterKind.MEAN, 0.605));
  }

  @Test
  void aMetricThatFailsIsAbsentAndSoIsWhatIsMadeOfIt() throws Exception {
    open(GPM + "gpm.5 @0 error 21\n", Map.of());
    drainAt(0);
    drainAt(1);

    assertThat(readings.get(0).value("gpm.any_tensor_util")).isEmpty();
    assertThat(readings.get(0).value("VALUBusy")).isEmpty();
    assertThat(readings.get(0).value("gpm.sm_util")).isPresent();
  }

  /** Another profiler may have them: fails where the clocks and the temperature go with them. */
  @Test
  void gpmMetricsThatCannotBeHadTakeNoOtherCounterWithThem() throws Exception {
    open(GPM + "gpmsample @1000 error 19\ngpmsample @3000 ok\n", Map.of());
    for (int second = 0; second < 6; second++) {
      drainAt(second);
    }

    assertThat(readings).hasSize(5).allMatch(each -> each.value("temperature.gpu").isPresent());
    assertThat(readings)
        .extracting(each -> each.value("gpm.sm_util").isPresent())
        .as("of no two samples at second 3")
        .containsExactly(false, false, false, true, true);
  }

  @Test
  void gpmBeginsAnewAfterTheGpuWasLost() throws Exception {
    open(GPM + "* @2000 error 15\n* @3000 ok\n", Map.of());
    drainAt(0);
    drainAt(1);
    assertThatThrownBy(() -> drainAt(2)).isInstanceOf(DeviceException.class);
    drainAt(3);
    drainAt(4);

    assertThat(readings).hasSize(3);
    assertThat(readings.get(1).value("gpm.sm_util")).as("of no two samples").isEmpty();
    assertThat(readings.get(1).value("temperature.gpu")).isPresent();
    assertThat(readings.get(2).value("gpm.sm_util")).isPresent();
  }

  @Test
  void offersSayWhatIsGivenAndWhyTheRestIsNot() throws Exception {
    var with = new FakeNvml(TestGpus.H100 + GPM);
    var without = new FakeNvml(TestGpus.H100);

    List<CounterDescriptor> hopper = offers(with);
    List<CounterDescriptor> older = offers(without);

    assertThat(offer(hopper, "VALUBusy").isGiven()).isTrue();
    assertThat(offer(older, "VALUBusy").reason()).contains("Hopper");
    for (String counter :
        List.of("VALUUtilization", "MemUnitBusy", "MemUnitStalled", "WriteUnitStalled", "VGPRs")) {
      assertThat(offer(hopper, counter).isGiven()).as("%s", counter).isFalse();
      assertThat(offer(hopper, counter).reason()).isNotEmpty();
    }
  }

  private static List<CounterDescriptor> offers(FakeNvml nvml) throws Exception {
    try (GpuLink link = GpuLink.open(() -> nvml, "n1/GPU-a", "GPU-a");
        NvidiaCounters counters = NvidiaCounters.open(link, SECOND)) {
      return counters.offers();
    }
  }

  private static CounterDescriptor offer(List<CounterDescriptor> offers, String counter) {
    return offers.stream().filter(each -> each.counter().equals(counter)).findFirst().orElseThrow();
  }

  @Test
  void countersCanBeTurnedOff() throws Exception {
    open(GPM, Map.of("counterHertz", "0"));
    drainAt(0);
    drainAt(10);

    assertThat(readings).isEmpty();
  }

  @Test
  void aProcessIsAnActivityFromWhenItIsFirstSeenUntilItIsGone() throws Exception {
    process(4242, "python3 (x) y", 777);
    open("compute @0 4242\ngraphics @0 4242\ncompute @3000 none\ngraphics @3000 none\n", Map.of());
    for (double seconds = 0; seconds < 4.01; seconds += 0.25) {
      drainAt(seconds);
    }

    assertThat(activities).hasSize(2);
    Activity begun = activities.get(0);
    assertThat(begun.book()).isEqualTo(Book.PROCESS);
    assertThat(begun.device()).isEqualTo("n1/GPU-a");
    assertThat(begun.activityId()).isEqualTo("4242-777");
    assertThat(begun.name()).isEqualTo("python3 (x) y");
    assertThat(begun.labels()).containsEntry("pid", "4242");
    assertThat(begun.startNanos()).isEqualTo(EPOCH);
    assertThat(begun.hasEnded()).isFalse();
    Activity ended = activities.get(1);
    assertThat(ended.activityId()).isEqualTo("4242-777");
    assertThat(ended.endNanos()).isEqualTo(EPOCH + 3 * SECOND);
    assertThat(fake.calls(0, "compute")).as("once a second").isEqualTo(5);
  }

  /** Not as root: the control group and the folder's owner are all that is there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0::/system.slice/slurmstepd.scope/job_123/step_0/user/task_0\n",
        "12:pids:/\n4:memory:/slurm/uid_1000/job_123/step_batch/task_0\n1:name=systemd:/\n",
        "0::/../../n1_slurmstepd.scope/job_123/step_extern/user/task_special\n",
      })
  void aProcessOfASlurmJobSaysItsJobAndUserFromBeginToEnd(String groups) throws Exception {
    process(7, "train", 100);
    Path folder = proc.resolve("7");
    Files.writeString(folder.resolve("cgroup"), groups);
    open("compute @0 7\ncompute @1000 none\n", Map.of());
    drainAt(0);
    drainAt(1);

    assertThat(activities)
        .extracting(Activity::labels)
        .hasSize(2)
        .containsOnly(Map.of("pid", "7", "job", "123", "user", Files.getOwner(folder).getName()));
  }

  @Test
  void aProcessOfNoSlurmJobHasNone() throws Exception {
    process(7, "train", 100);
    Files.writeString(
        proc.resolve("7").resolve("cgroup"), "0::/user.slice/user-1000.slice/session-2.scope\n");
    open("compute @0 7\n", Map.of());
    drainAt(0);

    assertThat(activities.get(0).labels()).containsOnlyKeys("pid", "user");
  }

  @Test
  void aNumberThatIsUsedAgainIsAnotherProcess() throws Exception {
    process(7, "first", 100);
    open("compute @0 7\n", Map.of());
    drainAt(0);
    process(7, "second", 200);
    drainAt(1);

    assertThat(activities)
        .extracting(a -> a.name() + " " + a.hasEnded())
        .containsExactly("first false", "first true", "second false");
  }

  @Test
  void aProcessThatTheKernelDoesNotShowIsItsNumber() throws Exception {
    open("compute @0 7\ncompute @2000 none\n", Map.of());
    drainAt(0);
    drainAt(1);
    drainAt(2);

    assertThat(activities).extracting(Activity::name).containsExactly("process 7", "process 7");
    assertThat(activities.get(0).activityId()).isEqualTo(activities.get(1).activityId());
  }

  @Test
  void aListThatFailsForAMomentEndsNothing() throws Exception {
    open("compute @0 7\ncompute @1000 error 999\ncompute @2000 7\n", Map.of());
    drainAt(0);
    assertThatThrownBy(() -> drainAt(1)).isInstanceOf(DeviceException.class);
    drainAt(2);

    assertThat(activities).hasSize(1);
  }

  @Test
  void aGpuThatListsNoProcessesIsNotAskedAgain() throws Exception {
    open("", Map.of());
    drainAt(0);
    drainAt(5);

    assertThat(activities).isEmpty();
    assertThat(fake.calls(0, "compute")).isEqualTo(1);
  }

  private void process(int pid, String name, long start) throws Exception {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(
        folder.resolve("stat"),
        pid
            + " ("
            + name
            + ") S 1 4242 4242 0 -1 4194304 100 0 0 0 1 2 3 4 20 0 1 0 "
            + start
            + " 1000000 200\n");
  }
}

package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.JournaledOwnSettings;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** One device on manual time. */
class DeviceReaderTest {
  private static final long MILLI = ManualTime.MILLI;
  private static final long PERIOD = 20 * MILLI;

  private final ManualTime time = new ManualTime();
  private final AgentClock clock = new AgentClock(time);
  private final FakeDevice device = new FakeDevice("n1/g0", PERIOD);
  private final PublishedRecords sink = new PublishedRecords();
  private final List<String> changes = new ArrayList<>();

  @Test
  void pollsAtTheirTimesGoIntoBlocksByAge() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);

    run(reader, 11);

    List<PollBlock> blocks = sink.blocks("n1/g0");
    assertThat(blocks).hasSize(2);
    assertThat(blocks.get(0).values()).containsExactly(0, 1, 2, 3, 4);
    assertThat(blocks.get(0).timesNanos()[1]).isEqualTo(ManualTime.START_NANOS + PERIOD);
    assertThat(blocks.get(1).sequence()).isEqualTo(1);
    assertThat(clock.epochNanos() - blocks.get(1).timesNanos()[0])
        .as("the block of 100..180 ms is out at 180: the poll at 200 would not fit")
        .isEqualTo(100 * MILLI);
    assertThat(changes).isEmpty();
  }

  /** Fails where a block's age counts from its first poll, which is late by chance. */
  @Test
  void blocksOfAllDevicesEndTogetherHoweverLateEachPollIs() throws Exception {
    var other = new FakeDevice("n1/g1", PERIOD);
    DeviceReader first = reader(DescriptionRules.NONE);
    DeviceReader second = reader(other);
    var late = new Random(7);

    for (int i = 0; i < 500; i++) {
      for (DeviceReader reader : List.of(first, second)) {
        time.pass(Math.max(0, reader.deadlineNanos() - time.monotonicNanos()));
        time.pass(late.nextLong(4 * MILLI));
        reader.step();
      }
    }

    for (String id : List.of("n1/g0", "n1/g1")) {
      assertThat(sink.blocks(id)).hasSize(100).allMatch(block -> block.polls() == 5);
    }
  }

  /** Fails where such a block ends at the age of one that polls fill: ten records for one. */
  @Test
  void whatADriverKeptTravelsInOneBlock() throws Exception {
    var keeping =
        new FakeDevice("n1/g0", 1000 * MILLI) {
          private long lastNanos = clock.epochNanos();

          @Override
          public boolean keepsReadings() {
            return true;
          }

          @Override
          public int readKept(KeptSink to) {
            int given = 0;
            for (; lastNanos + 10 * MILLI <= clock.epochNanos(); given++) {
              lastNanos += 10 * MILLI;
              to.reading(lastNanos, given);
            }
            return given;
          }
        };
    DeviceReader reader = reader(keeping);

    run(reader, 4);

    assertThat(sink.blocks("n1/g0")).hasSize(3).allMatch(block -> block.polls() == 100);
  }

  @Test
  void anErrorGivesMissingPollsAndThenPauses() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    run(reader, 2);

    device.error = "sensor gone";
    run(reader, 6);
    device.error = null;
    run(reader, 100);
    reader.flush();

    assertThat(sink.values("n1/g0").subList(0, 9)).containsExactly(0, 1, M, M, M, M, M, M, 8);
    assertThat(changes)
        .containsExactly(
            "device n1/g0 fails: sensor gone", "device n1/g0 answers again, after 6 errors");
    DeviceStatus status = reader.status();
    assertThat(status.missing()).isEqualTo(6);
    assertThat(status.polls()).isEqualTo(108);
    // 2, 4 and 8 periods of pause: each leaves out one poll less than that.
    assertThat(status.deadlinesBackedOff()).isEqualTo(1 + 3 + 7);
  }

  private static final int M = PollBlock.MISSING;

  @Test
  void aDefectOfASourceCountsAsAnError() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    device.whileAsked =
        () -> {
          throw new IllegalStateException("oops");
        };

    run(reader, 1);

    assertThat(changes)
        .containsExactly("device n1/g0 fails: java.lang.IllegalStateException: oops");
  }

  /** JNA throws plain errors: fails where only exceptions are caught, and the thread ends. */
  @Test
  void anErrorOfADriversLibraryIsAFailureOfItsDevice() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    for (Error error :
        List.of(new Error("Invalid memory access"), new UnsatisfiedLinkError("nvmlInit_v2"))) {
      changes.clear();
      device.whileAsked =
          () -> {
            throw error;
          };
      run(reader, 1);
      device.whileAsked = () -> {};
      run(reader, 60);

      assertThat(changes)
          .containsExactly(
              "device n1/g0 fails: what it is read by has failed (is its driver being exchanged?): "
                  + error,
              "device n1/g0 answers again, after 1 errors");
    }
  }

  @Test
  void anErrorOfTheMachineItselfIsNoDevices() {
    DeviceReader reader = reader(DescriptionRules.NONE);
    device.whileAsked =
        () -> {
          throw new OutOfMemoryError("a test's");
        };

    assertThatThrownBy(reader::step).isInstanceOf(OutOfMemoryError.class);
  }

  /** Fails where what is asked beside the power backs the power off, too. */
  @Test
  void whatFailsBesideThePowerIsToldOnceAndTakesNoPowerWithIt() throws Exception {
    var noCounter =
        new FakeDevice("n1/g0", PERIOD) {
          @Override
          public long readEnergy() throws DeviceException {
            throw new DeviceException("gpu_metrics is busy");
          }
        };
    var isListed = new AtomicBoolean();
    noCounter.events =
        events -> {
          if (!isListed.get()) {
            throw new DeviceException("no list of processes");
          }
        };
    DeviceReader reader = reader(noCounter);
    run(reader, 500);
    reader.flush();

    assertThat(sink.values("n1/g0")).hasSize(500).doesNotContain(M);
    assertThat(reader.status().condition()).isEqualTo(Condition.ANSWERING);
    assertThat(reader.status().deadlinesBackedOff()).isZero();
    assertThat(reader.status().failures()).isEqualTo(1_000);
    assertThat(reader.status().lastError()).isEqualTo("no list of processes");
    assertThat(changes)
        .containsExactly("device n1/g0 gives its power and not all beside it: gpu_metrics is busy");
  }

  @Test
  void whatWorksAgainBesideThePowerIsToldAfterAMinute() {
    var isListed = new AtomicBoolean();
    device.events =
        events -> {
          if (!isListed.get()) {
            throw new DeviceException("no list of processes");
          }
        };
    DeviceReader reader = reader(DescriptionRules.NONE);
    run(reader, 10);
    isListed.set(true);
    run(reader, 59 * 50);
    assertThat(changes).hasSize(1);
    run(reader, 2 * 50);

    assertThat(changes).last().isEqualTo("device n1/g0 gives all beside its power again");
  }

  /** Fails where it ends the thread, which reads other devices, too. */
  @Test
  void aDefectBehindTheDeviceIsToldOnceAndDoesNotEndTheReading() {
    var broken =
        new DeviceReader(
            device,
            clock,
            clock.monotonicNanos(),
            AgentSettings.DEFAULT,
            DescriptionRules.NONE,
            (topic, key, value) -> {
              throw new IllegalStateException("no place for it");
            },
            changes::add);

    run(broken, 100);

    assertThat(changes)
        .filteredOn(change -> change.startsWith("this is a defect in the reading of device n1/g0"))
        .hasSize(1);
    assertThat(device.asked.get()).as("asked on").isGreaterThan(10);
  }

  @Test
  void aHangIsSeenWhileItLastsAndWhatWasReadBeforeIsSent() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    run(reader, 2);
    assertThat(sink.blocks("n1/g0")).isEmpty();

    device.whileAsked =
        () -> {
          for (int i = 0; i < 30; i++) {
            time.pass(50 * MILLI);
            reader.watch();
          }
          assertThat(reader.status().condition()).isEqualTo(Condition.HANGING);
        };
    run(reader, 1);
    device.whileAsked = () -> {};
    List<PollBlock> blocks = sink.blocks("n1/g0");
    assertThat(blocks.get(0).values()).containsExactly(0, 1);
    run(reader, 60);
    reader.flush();

    assertThat(changes)
        .containsExactly("device n1/g0 hangs: no answer for 1000 ms", "device n1/g0 answers again");
    assertThat(sink.values("n1/g0")).startsWith(0, 1, M, 3, 4).doesNotContain(2);
    assertThat(reader.status().deadlinesMissed()).as("1500 ms of 20 ms each").isEqualTo(74);
    assertThat(sink.timesNanos("n1/g0")).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void describesAtTheStartAndWhenSomethingChanges() throws Exception {
    DeviceReader reader =
        reader(
            new DescriptionRules(
                "r7", JournaledOwnSettings.NONE, (id, tunable) -> tunable.equals("core.clock")));

    run(reader, 2);
    assertThat(sink.topics()).startsWith(Topic.DEVICES);
    assertThat(sink.descriptors()).hasSize(1);
    assertThat(sink.descriptors().get(0).rack()).isEqualTo("r7");
    assertThat(sink.descriptors().get(0).tunables().get(0).isWritable()).isTrue();
    assertThat(own(0)).hasValue(900);
    run(reader, 10);
    assertThat(sink.blocks("n1/g0")).extracting(PollBlock::model).containsExactly("A1", "");

    run(reader, 60 * 50 + 1);
    assertThat(sink.descriptors()).as("nothing new after a minute").hasSize(1);
    device.clockSetting = 400;
    run(reader, 60 * 50 + 1);
    assertThat(sink.descriptors()).hasSize(2);
    assertThat(own(1)).hasValue(400);
  }

  /** Who has forgotten the device meanwhile would else never know its tunables again. */
  @Test
  void saysTheSameAgainAfterTenMinutesAndWhenItsClockHasBeenSetBack() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);

    run(reader, 9 * 60 * 50);
    assertThat(sink.descriptors()).hasSize(1);
    run(reader, 2 * 60 * 50);
    assertThat(sink.descriptors()).hasSize(2);
    time.stepWall(-3_600_000 * MILLI);
    long unused = clock.look();
    run(reader, 60 * 50 + 1);

    assertThat(sink.descriptors()).hasSize(3);
  }

  @Test
  void ownSettingsThatAreKeptCountBeforeWhatTheControlHasNow() throws Exception {
    var kept = new AtomicReference<>(OptionalLong.of(900));
    DeviceReader reader =
        reader(new DescriptionRules(null, (id, tunable) -> kept.get(), (id, tunable) -> true));
    device.clockSetting = 300;

    run(reader, 1);

    assertThat(own(0)).hasValue(900);
    kept.set(OptionalLong.empty());
    run(reader, 60 * 50 + 1);
    assertThat(own(1)).hasValue(300);
  }

  @Test
  void aDeviceThatCannotBeDescribedIsReadAllTheSame() throws Exception {
    device.describeError = "no driver";
    DeviceReader reader = reader(DescriptionRules.NONE);

    run(reader, 600);
    assertThat(changes).containsExactly("device n1/g0 cannot be described: no driver");
    assertThat(sink.values("n1/g0")).startsWith(0, 1, 2).doesNotContain(M);
    assertThat(sink.blocks("n1/g0")).allMatch(block -> block.model().isEmpty());
    device.describeError = null;
    run(reader, 300);
    assertThat(sink.descriptors()).hasSize(1);
    assertThat(sink.blocks("n1/g0"))
        .as("named in the block that was open then, not only in the next 64th")
        .anyMatch(block -> block.model().equals("A1") && block.sequence() % 64 != 0);
  }

  @Test
  void activitiesAndCountersGoToTheirTopics() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    device.events =
        events -> {
          events.activity(new Activity("n1/g0", "a1", Book.KERNEL, "nbody", 5, 9, null, Map.of()));
          events.counters(
              new CounterReading("n1/g0", 0, 5, 9, Book.KERNEL, "a1", "nbody", List.of(), false));
        };

    run(reader, 1);

    assertThat(sink.topics()).contains(Topic.ACTIVITY, Topic.COUNTERS);
    assertThat(sink.unsent()).as("they do not wait for a block's end").isZero();
  }

  @Test
  void aStepOfTheWallClockMovesEventTimeAndNotTheSpacing() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    run(reader, 5);
    time.stepWall(-3_600_000 * MILLI);
    clock.look();
    run(reader, 5);
    reader.flush();

    List<PollBlock> blocks = sink.blocks("n1/g0");
    assertThat(blocks.get(1).timesNanos()[0] - blocks.get(0).timesNanos()[4])
        .isEqualTo(PERIOD - 3_600_000 * MILLI);
    assertThat(reader.status().deadlinesMissed()).isZero();
  }

  /** Fails where a lane takes the clock's times as they are. */
  @Test
  void aClockThatIsSlewedBackLosesNoPoll() throws Exception {
    DeviceReader reader = reader(DescriptionRules.NONE);
    time.stepWall(-50 * MILLI);

    for (int i = 0; i < 50; i++) {
      time.pass(50 * MILLI);
      reader.step();
      time.pass(AgentClock.MOST_SLEW_NANOS / 2);
      assertThat(clock.look()).isZero();
      reader.step();
    }
    reader.flush();

    assertThat(sink.timesNanos("n1/g0")).hasSize(100).isSorted().doesNotHaveDuplicates();
  }

  /** A sensor that updates every 100 ms and is asked every 20 ms. */
  @Test
  void pollsFollowTheUpdatesOfASensorWhoseSourceAllowsIt() throws Exception {
    var updating = updatingEvery(100 * MILLI, "A1");
    DeviceReader reader = reader(updating);
    long startNanos = time.monotonicNanos();
    while (time.monotonicNanos() - startNanos < 60_000 * MILLI) {
      run(reader, 1);
    }
    reader.flush();

    List<Integer> values = sink.values("n1/g0");
    assertThat(values.stream().distinct().count()).as("none is missed").isBetween(600L, 601L);
    assertThat(values).as("without it 3000").hasSizeLessThan(1_600);
    assertThat(reader.status().deadlinesMissed()).isZero();
  }

  /** A K20's sensor: some 15.4 ms, where 20 ms is the rule. Fails where polls stay by rule. */
  @Test
  void pollsFollowASensorThatUpdatesMoreOftenThanItIsPolledByRule() throws Exception {
    DeviceReader reader = reader(updatingEvery(15_420_000, "A1"));

    runFor(reader, 10_000);
    int before = sink.values("n1/g0").size();
    runFor(reader, 60_000);
    reader.flush();

    List<Integer> values = sink.values("n1/g0");
    List<Integer> settled = values.subList(before, values.size());
    int updates = settled.get(settled.size() - 1) - settled.get(0) + 1;
    assertThat(updates).isGreaterThan(3_800);
    assertThat(settled.stream().distinct().count()).as("none is missed").isEqualTo(updates);
    assertThat(settled.size()).isLessThan(updates * 11 / 10);
    assertThat(reader.status().deadlinesMissed()).isZero();
    assertThat(reader.periodNanos()).isBetween(15_400_000L, 15_500_000L);
    assertThat(changes)
        .containsExactly(
            "device n1/g0: power has a new value every 15.4 ms, and is polled by that");
  }

  /** Fails where the period is learned anew: that takes 32 updates. */
  @Test
  void aPeriodThatAProfileStatesIsFollowedAtOnce() throws Exception {
    SensorProfile known = ProfileChoice.prior("n1/g0", "power").givenTo("n1/g0", "power");
    assertThat(known.updatePeriodSeconds()).isEqualTo(0.1);
    var settings =
        new AgentSettings(256, 100 * MILLI, 1_000 * MILLI, new ProfileChoice(true, List.of(known)));
    DeviceReader told = reader(updatingEvery(100 * MILLI, "A1"), settings);

    runFor(told, 2_000);
    told.flush();

    assertThat(sink.values("n1/g0")).as("without it 100").hasSizeLessThan(75);
    assertThat(changes).hasSize(1);
  }

  @Test
  void whatWasPublishedOfAModelIsWhereFollowingBegins() throws Exception {
    DeviceReader named = reader(updatingEvery(100 * MILLI, "NVIDIA A100-SXM4-80GB"));

    runFor(named, 2_000);
    named.flush();

    assertThat(sink.values("n1/g0")).hasSizeLessThan(75);
  }

  private FakeDevice updatingEvery(long updateNanos, String model) {
    return new FakeDevice("n1/g0", PERIOD) {
      @Override
      public DeviceDescriptor describe(long nowNanos) throws DeviceException {
        DeviceDescriptor said = super.describe(nowNanos);
        return new DeviceDescriptor(
            device,
            said.node(),
            null,
            "acme",
            model,
            "",
            null,
            nowNanos,
            said.signals(),
            said.tunables());
      }

      @Override
      public int read() {
        return (int) (1_000 + (time.monotonicNanos() - 7 * MILLI) / updateNanos);
      }

      @Override
      public boolean mayFollowUpdates() {
        return true;
      }
    };
  }

  private void runFor(DeviceReader reader, long millis) {
    long endNanos = time.monotonicNanos() + millis * MILLI;
    while (time.monotonicNanos() < endNanos) {
      run(reader, 1);
    }
  }

  @Test
  void refusesASignalThatIsNoPower() {
    var wrong =
        new FakeDevice("n1/g1", PERIOD) {
          @Override
          public Signal signal() {
            return new Signal("clock", SignalUnit.KILOHERTZ, PERIOD);
          }
        };
    assertThatThrownBy(
            () ->
                new DeviceReader(
                    wrong, clock, 0, AgentSettings.DEFAULT, DescriptionRules.NONE, sink, t -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'clock' of device 'n1/g1' must be in MILLIWATTS or MICROWATTS");
  }

  private OptionalLong own(int index) throws Exception {
    return sink.descriptors().get(index).tunables().get(0).ownValue();
  }

  private DeviceReader reader(DescriptionRules rules) {
    return new DeviceReader(
        device, clock, clock.monotonicNanos(), AgentSettings.DEFAULT, rules, sink, changes::add);
  }

  private DeviceReader reader(FakeDevice other) {
    return reader(other, AgentSettings.DEFAULT);
  }

  private DeviceReader reader(FakeDevice other, AgentSettings settings) {
    return new DeviceReader(
        other, clock, clock.monotonicNanos(), settings, DescriptionRules.NONE, sink, changes::add);
  }

  /** So many steps, each at its deadline. */
  private void run(DeviceReader reader, int steps) {
    for (int i = 0; i < steps; i++) {
      time.pass(Math.max(0, reader.deadlineNanos() - time.monotonicNanos()));
      reader.step();
    }
  }
}

package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.DeviceSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Threads and real time; what is timed has margins of many periods. */
class AgentTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PERIOD = 2_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final AgentSettings SETTINGS = new AgentSettings(256, 50_000_000L, SECOND / 5);

  private final PublishedRecords sink = new PublishedRecords();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final ManualTime time = new ManualTime();

  @Test
  void aDeviceThatHangsDelaysNoOtherAndSaysSo() throws Exception {
    var well = new FakeDevice("n1/well", PERIOD);
    var hanging = new FakeDevice("n1/hangs", PERIOD);
    hanging.hangs = true;
    try (Agent agent = start(well, hanging)) {
      await().atMost(PATIENCE).until(() -> changesOf("n1/hangs").size() == 1);
      assertThat(changesOf("n1/hangs")).containsExactly("hangs: no answer for 200 ms");
      assertThat(agent.status().devices().get(1).condition()).isEqualTo(Condition.HANGING);
      int before = well.asked.get();
      await().atMost(PATIENCE).until(() -> well.asked.get() > before + 100);
      assertThat(hanging.asked.get()).isEqualTo(1);

      hanging.hangs = false;
      hanging.released.release();
      await().atMost(PATIENCE).until(() -> changesOf("n1/hangs").size() == 2);
      assertThat(changesOf("n1/hangs").get(1)).isEqualTo("answers again");
      await().atMost(PATIENCE).until(() -> agent.status().count(Condition.ANSWERING) == 2);
    }
    assertThat(well.isClosed).isTrue();
    assertThat(hanging.isClosed).isTrue();
    assertThat(sink.values("n1/well")).as("to the last poll").hasSize(well.asked.get());
    assertThat(sink.timesNanos("n1/well")).isSorted().doesNotHaveDuplicates();
  }

  /** Fails where the thread that both share ends with the error. */
  @Test
  void aDeviceWhoseLibraryThrowsErrorsDelaysNoOtherAndComesBack() {
    var well = new FakeDevice("n1/well", PERIOD);
    var broken = new FakeDevice("n1/broken", PERIOD);
    broken.whileAsked =
        () -> {
          throw new Error("Invalid memory access");
        };
    try (Agent agent = start(well, broken)) {
      await().atMost(PATIENCE).until(() -> broken.asked.get() > 3);
      int before = well.asked.get();
      await().atMost(PATIENCE).until(() -> well.asked.get() > before + 100);
      assertThat(agent.status().devices().get(1).condition()).isEqualTo(Condition.FAILING);

      broken.whileAsked = () -> {};
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  changesOf("n1/broken").stream()
                      .anyMatch(said -> said.startsWith("answers again")));
    }
  }

  @Test
  void aDeviceThatIsOpenedLaterIsReadWithTheOthers() throws Exception {
    var early = new FakeDevice("n1/early", PERIOD);
    var late = new FakeDevice("n1/late", PERIOD);
    try (Agent agent = start(early)) {
      await().atMost(PATIENCE).until(() -> early.asked.get() > 10);
      agent.add(late);
      await().atMost(PATIENCE).until(() -> late.asked.get() > 100);
      assertThat(agent.status().devices()).hasSize(2);
    }
    assertThat(late.isClosed).isTrue();
    assertThat(sink.values("n1/late")).as("to the last poll").hasSize(late.asked.get());
  }

  @Test
  void aDeviceThatIsOpenedWhenTheAgentHasEndedIsClosed() {
    var late = new FakeDevice("n1/late", PERIOD);
    Agent agent = start(new FakeDevice("n1/early", PERIOD));
    agent.close();

    agent.add(late);

    assertThat(late.isClosed).isTrue();
  }

  /** Fails where the rest is not sent since one device cannot be closed. */
  @Test
  void aDeviceThatCannotBeClosedTakesNothingWithIt() throws Exception {
    var bad =
        new FakeDevice("n1/a", PERIOD) {
          @Override
          public void close() {
            throw new IllegalStateException("no");
          }
        };
    var well = new FakeDevice("n1/b", PERIOD);
    Agent agent = start(bad, well);
    await().atMost(PATIENCE).until(() -> well.asked.get() > 5);

    agent.close();

    assertThat(well.isClosed).isTrue();
    assertThat(sink.values("n1/b")).hasSize(well.asked.get());
    assertThat(sink.unsent()).isZero();
  }

  @Test
  void devicesThatAnswerAtOnceShareAThread() {
    var first = new FakeDevice("n1/a", 20 * PERIOD);
    var second = new FakeDevice("n1/b", 10 * PERIOD);
    try (Agent agent = startOnManualTime(first, second)) {
      passPeriods(20, first, second);
      assertThat(agent.lanes()).isEqualTo(1);
    }
  }

  @Test
  void aDeviceThatAnswersSlowlyGetsAThreadOfItsOwn() {
    var quick = new FakeDevice("n1/quick", PERIOD);
    var slow = new FakeDevice("n1/slow", PERIOD);
    var isOver = new AtomicBoolean();
    slow.whileAsked = () -> LockSupport.parkNanos(2 * PERIOD);
    try (Agent agent = start(quick, slow)) {
      await().atMost(PATIENCE).until(() -> agent.lanes() == 2);
      // On one thread the slow one would wait for ever for polls of the quick one.
      slow.whileAsked =
          () -> {
            int wanted = quick.asked.get() + 2;
            while (quick.asked.get() < wanted && !isOver.get()) {
              LockSupport.parkNanos(PERIOD);
            }
          };
      int before = slow.asked.get();
      await().atMost(PATIENCE).until(() -> slow.asked.get() > before + 50);
      assertThat(agent.lanes()).isEqualTo(2);
      isOver.set(true);
    }
  }

  @Test
  void closesWithoutADeviceThatHangs() throws Exception {
    var well = new FakeDevice("n1/well", PERIOD);
    var hanging = new FakeDevice("n1/hangs", PERIOD);
    hanging.hangs = true;
    Agent agent = start(well, hanging);
    await().atMost(PATIENCE).until(() -> hanging.asked.get() == 1);

    agent.close();

    assertThat(well.isClosed).isTrue();
    assertThat(hanging.isClosed).isFalse();
    assertThat(changes).last().isEqualTo("device n1/hangs still hangs; it is left as it is");
    hanging.released.release();
  }

  /** Fails where a lane that is opened while the agent closes is left alone. */
  @Test
  void aDeviceThatMovesToALaneOfItsOwnWhileTheAgentClosesIsClosedToo() throws Exception {
    var quick = new FakeDevice("n1/quick", PERIOD);
    var slow = new FakeDevice("n1/slow", PERIOD);
    var called = new CountDownLatch(1);
    slow.whileAsked =
        () -> {
          if (called.getCount() > 0) {
            called.countDown();
            long end = System.nanoTime() + SECOND / 2; // So slow that it has to leave the lane.
            for (long left = SECOND / 2; left > 0; left = end - System.nanoTime()) {
              LockSupport.parkNanos(left); // Closing wakes the thread.
            }
          }
        };
    Agent agent = start(quick, slow);
    called.await();

    agent.close();

    assertThat(quick.isClosed).isTrue();
    await().atMost(PATIENCE).until(() -> slow.isClosed);
    assertThat(sink.values("n1/slow")).hasSize(slow.asked.get());
    assertThat(sink.unsent()).isZero();
  }

  @Test
  void blocksOfAllDevicesAreSentByOneWake() throws Exception {
    FakeDevice[] devices = new FakeDevice[8];
    for (int i = 0; i < devices.length; i++) {
      devices[i] = new FakeDevice("n1/g" + i, 10 * PERIOD);
    }
    try (Agent agent = startOnManualTime(devices)) {
      passPeriods(30, devices);
      await().atMost(PATIENCE).until(() -> sink.blocks("n1/g7").size() >= 10);
      assertThat(agent.status().count(Condition.ANSWERING)).isEqualTo(devices.length);
    }

    int blocks = sink.blocks("n1/g0").size();
    assertThat(sink.flushes())
        .as("a slot, beside eight descriptions, the end, and what the watch cuts")
        .isLessThan(2 * blocks + 20);
    assertThat(sink.unsent()).isZero();
  }

  @Test
  void aStepOfTheWallClockIsCountedAndTold() throws Exception {
    var device = new FakeDevice("n1/g", PERIOD);
    var clock = new AgentClock(time);
    try (Agent agent =
        Agent.start(
            List.<DeviceSource>of(device),
            clock,
            SETTINGS,
            DescriptionRules.NONE,
            sink,
            changes::add)) {
      time.stepWall(3600 * SECOND);
      await().atMost(PATIENCE).until(() -> agent.status().clockSteps() == 1);
      time.stepWall(-3600 * SECOND);
      await().atMost(PATIENCE).until(() -> agent.status().clockSteps() == 2);
      assertThat(changes)
          .containsExactly(
              "the wall clock was stepped by 3600000 ms",
              "the wall clock was stepped by -3600000 ms");
    }
  }

  /** What was said of one device, without its name. */
  private List<String> changesOf(String device) {
    String beginning = "device " + device + " ";
    return changes.stream()
        .filter(change -> change.startsWith(beginning))
        .map(change -> change.substring(beginning.length()))
        .toList();
  }

  /**
   * Time passes by 20 ms, and each time only when every device that was due has been asked: to the
   * agent each of them answers at once, however slow the machine is.
   */
  private void passPeriods(int periods, FakeDevice... devices) {
    for (int i = 0; i < periods; i++) {
      int asked = i;
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () ->
                  Stream.of(devices)
                      .allMatch(
                          device -> device.asked.get() > asked * 10 * PERIOD / device.periodNanos));
      time.pass(10 * PERIOD);
    }
  }

  private Agent startOnManualTime(DeviceSource... devices) {
    return Agent.start(
        List.of(devices),
        new AgentClock(time),
        SETTINGS,
        DescriptionRules.NONE,
        sink,
        changes::add);
  }

  private Agent start(DeviceSource... devices) {
    return Agent.start(
        List.of(devices), AgentClock.system(), SETTINGS, DescriptionRules.NONE, sink, changes::add);
  }
}

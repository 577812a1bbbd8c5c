package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lanes on manual time that part and come together. */
class ReaderLaneTest {
  private static final long MILLI = ManualTime.MILLI;
  private static final long PERIOD = 10 * MILLI;
  private static final long MINUTE = 60_000 * MILLI;

  private final ManualTime time = new ManualTime();
  private final AgentClock clock = new AgentClock(time);
  private final BlockGrid grid = new BlockGrid(clock.monotonicNanos(), 100 * MILLI);
  private final PublishedRecords sink = new PublishedRecords();
  private final ReaderLane older = lane(new Unused(), "n1/a");

  @Test
  void aLaneThatHasBeenQuickForAMinuteGoesToAnOlderOneThatHasToo() throws Exception {
    var lanes = new Joining();
    ReaderLane newer = lane(lanes, "n1/b");
    newer.start();
    time.pass(MINUTE + PERIOD);

    assertThat(newer.hasEnded(clock.monotonicNanos() + 20_000 * MILLI)).isTrue();

    assertThat(lanes.asked).hasValue(1);
    assertThat(newer.readers()).isEmpty();
    assertThat(older.readers()).extracting(DeviceReader::device).containsExactly("n1/a", "n1/b");
    older.start();
    time.pass(PERIOD);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> older.readers().get(1).status().polls() >= 2);
    older.close();
  }

  @Test
  void aLaneWithinItsMinuteTakesNobody() {
    ReaderLane newer = lane(new Unused(), "n1/b");

    assertThat(older.take(newer, clock.monotonicNanos() + MINUTE - 1)).isFalse();
    assertThat(newer.readers()).hasSize(1);
    assertThat(older.take(newer, clock.monotonicNanos() + MINUTE)).isTrue();
  }

  @Test
  void readersThatAreQuickAloneAndNotTogetherStayApart() {
    var one = new LaneSchedule(List.of(reader("n1/a")));
    var other = new LaneSchedule(List.of(reader("n1/b")));
    for (int i = 0; i < 1000; i++) {
      one.stepped(one.next(), 1500_000);
      other.stepped(other.next(), 1500_000);
    }

    assertThat(one.leaving()).isNull();
    assertThat(one.join(other)).as("3 ms of 10 ms").isFalse();
    assertThat(other.readers()).hasSize(1);
  }

  /** Fails where the period counts that the source stated. */
  @Test
  void theSlowestLeavesWhereOneIsPolledMoreOftenThanItsSourceSays() {
    var updating =
        new FakeDevice("n1/a", 20 * MILLI) {
          @Override
          public int read() {
            return (int) (time.monotonicNanos() / (15 * MILLI));
          }

          @Override
          public boolean mayFollowUpdates() {
            return true;
          }
        };
    var schedule = new LaneSchedule(List.of(reader(updating)));
    LaneSchedule.ScheduledReader first = schedule.next();
    var other = new LaneSchedule(List.of(reader(new FakeDevice("n1/b", 20 * MILLI))));
    other.stepped(other.next(), 4 * MILLI * 64);
    assertThat(schedule.join(other)).as("4 ms of 20").isTrue();
    schedule.stepped(first, 4 * MILLI * 64);
    assertThat(schedule.leaving()).as("8 ms of 20").isNull();

    for (int i = 0; i < 1_000; i++) {
      time.pass(Math.max(0, first.reader.deadlineNanos() - time.monotonicNanos()));
      first.reader.step();
    }
    schedule.stepped(first, 4 * MILLI);

    assertThat(schedule.leaving()).as("8 ms of 15").isNotNull();
  }

  @Test
  void theSlowestLeavesWhereAllTakeMoreThanHalfOfThePeriod() {
    var schedule = new LaneSchedule(List.of(reader("n1/a"), reader("n1/b"), reader("n1/c")));
    for (int i = 0; i < 1000; i++) {
      LaneSchedule.ScheduledReader next = schedule.next();
      next.reader.step();
      schedule.stepped(next, next.reader.device().equals("n1/b") ? 4 * MILLI : 100_000);
      time.pass(PERIOD / 3);
    }

    assertThat(schedule.leaving()).as("4.2 ms of 10 ms").isNull();
    for (int i = 0; i < 3000; i++) {
      LaneSchedule.ScheduledReader next = schedule.next();
      next.reader.step();
      schedule.stepped(next, next.reader.device().equals("n1/b") ? 4 * MILLI : MILLI);
      time.pass(PERIOD / 3);
    }
    DeviceReader leaving = schedule.leaving();
    assertThat(leaving).isNotNull();
    assertThat(leaving.device()).isEqualTo("n1/b");
    assertThat(schedule.leaving()).isNull();
  }

  /**
   * Fails where one long call counts as all of it: the mean of 64 is more than half of a period.
   */
  @Test
  void aMachineThatStoodStillOnceDoesNotPartThem() throws Exception {
    var parted = new AtomicInteger();
    var lanes =
        new Unused() {
          @Override
          public void open(List<DeviceReader> readers) {
            parted.incrementAndGet();
          }
        };
    var still = new FakeDevice("n1/a", PERIOD);
    still.whileAsked = () -> time.pass(still.asked.get() == 20 ? 700 * MILLI : 0);
    DeviceReader other = reader("n1/b");
    var lane = new ReaderLane(List.of(reader(still), other), clock, grid, sink, lanes);
    lane.start();

    for (int i = 1; i <= 40; i++) {
      int asked = i;
      time.pass(PERIOD);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> still.asked.get() >= asked && other.status().polls() >= asked);
    }

    assertThat(parted).hasValue(0);
    lane.close();
  }

  private ReaderLane lane(ReaderLane.Lanes lanes, String device) {
    return new ReaderLane(List.of(reader(device)), clock, grid, sink, lanes);
  }

  private DeviceReader reader(String device) {
    return reader(new FakeDevice(device, PERIOD));
  }

  private DeviceReader reader(FakeDevice device) {
    return new DeviceReader(
        device,
        clock,
        clock.monotonicNanos(),
        AgentSettings.DEFAULT,
        DescriptionRules.NONE,
        sink,
        change -> {});
  }

  private static class Unused implements ReaderLane.Lanes {
    @Override
    public void open(List<DeviceReader> readers) {
      throw new IllegalStateException("nobody leaves here");
    }

    @Override
    public void join(ReaderLane lane) {}
  }

  private final class Joining extends Unused {
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public void join(ReaderLane lane) {
      asked.incrementAndGet();
      assertThat(older.take(lane, clock.monotonicNanos())).isTrue();
    }
  }
}

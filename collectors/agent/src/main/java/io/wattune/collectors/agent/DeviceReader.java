package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.polling.NativeRate;
import io.wattune.core.reading.BlockPacker;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.topics.Topic;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one device, one step at a time: describes it where that is due, asks for its power, takes
 * its events. Whatever the device throws ends here. For one thread; {@link #watch} is for another.
 */
final class DeviceReader {
  private static final long DESCRIBE_NANOS = 60_000_000_000L;
  private static final long DESCRIBE_AGAIN_NANOS = 5_000_000_000L;
  private static final long DEFECT_PAUSE_NANOS = 1_000_000_000L;

  private final DeviceSource source;
  private final AgentClock clock;
  private final long periodNanos;
  private final PollSchedule schedule;
  private final BlockGrid grid;
  private final DeviceCondition condition;
  private final @Nullable FollowedUpdates rate;
  private final PowerLane power;
  private final DriverBufferPolls kept;
  private final EventLane events;
  private final SecondarySignals beside;
  private final DeviceDescriber describer;
  private final DeviceDescriptorCodec codec = new DeviceDescriptorCodec();
  private final RecordSink sink;
  private final Consumer<String> changes;
  private long alignedNanos = NativeRate.ORDINARY;
  private long describeDueNanos;
  private boolean isDescriptionMissing;
  private boolean isDefectReported;

  /**
   * Prepares to read; asks the device for nothing but its signal.
   *
   * @param startNanos monotonic time of the first poll
   */
  DeviceReader(
      DeviceSource source,
      AgentClock clock,
      long startNanos,
      AgentSettings settings,
      DescriptionRules rules,
      RecordSink sink,
      Consumer<String> changes) {
    Signal signal = source.power().signal();
    this.source = source;
    this.clock = clock;
    this.periodNanos = signal.pollPeriodNanos();
    this.schedule = new PollSchedule(startNanos, periodNanos);
    this.grid = new BlockGrid(startNanos, settings.maxAgeNanos());
    this.condition = new DeviceCondition(source.device(), settings.hangNanos(), periodNanos);
    this.rate =
        source.power().mayFollowUpdates()
            ? new FollowedUpdates(source.device(), signal, settings.profiles(), changes)
            : null;
    this.power =
        new PowerLane(
            source.device(),
            signal,
            source.power().energySignal(),
            settings.maxPolls(),
            maxAgeNanos(source.power(), settings),
            sink);
    this.kept = new DriverBufferPolls(power);
    this.events = new EventLane(sink);
    this.beside = new SecondarySignals(source, events, condition, changes);
    this.describer = new DeviceDescriber(source, rules);
    this.sink = sink;
    this.changes = changes;
    this.describeDueNanos = startNanos;
  }

  /** What a driver kept is taken at once and travels in one block, however far back it reaches. */
  private static long maxAgeNanos(PowerSource power, AgentSettings settings) {
    long reachNanos = power.keepsReadings() ? 2 * power.signal().pollPeriodNanos() : 0;
    return Math.min(settings.maxAgeNanos() + reachNanos, BlockPacker.LONGEST_AGE_NANOS);
  }

  String device() {
    return source.device();
  }

  /** Shortest time from one poll to the next, as things stand. */
  long periodNanos() {
    return rate == null ? periodNanos : Math.min(periodNanos, rate.shortestNanos());
  }

  /** When the next step is due, monotonic. */
  long deadlineNanos() {
    return schedule.deadlineNanos();
  }

  /**
   * Does what is due. What goes wrong here and is not the device's doing must not end the thread,
   * which reads others, too.
   */
  void step() {
    try {
      stepOnce();
    } catch (RuntimeException | Error e) {
      String words = DeviceFailure.words(e);
      if (!isDefectReported) {
        isDefectReported = true;
        report(
            "this is a defect in the reading of device %s, please report it: %s"
                .formatted(device(), words));
      }
      long unused = schedule.skipTo(clock.monotonicNanos() + DEFECT_PAUSE_NANOS);
    }
  }

  private void stepOnce() {
    long slot = grid.slot(schedule.deadlineNanos());
    long askedNanos = clock.monotonicNanos();
    if (askedNanos - describeDueNanos >= 0) {
      describe(askedNanos);
      askedNanos = clock.monotonicNanos();
    }
    long timeNanos = clock.epochNanos(askedNanos);
    long nowNanos = take(askedNanos, timeNanos);
    long missed = 0;
    if (alignedNanos > nowNanos) {
      schedule.moveTo(alignedNanos);
    } else {
      missed = schedule.advance(nowNanos);
    }
    long pause = condition.pauseNanos();
    long backedOff = pause == 0 ? 0 : schedule.skipTo(nowNanos + pause);
    condition.countDeadlines(missed, backedOff);
    if (grid.slot(schedule.deadlineNanos()) != slot) {
      power.close(); // The next poll opens a new block: hand this one out now, it cannot grow.
    }
    events.flush();
  }

  /** Returns when the device has answered. */
  private long take(long askedNanos, long timeNanos) {
    boolean isKept = source.power().keepsReadings();
    int value = PollBlock.MISSING;
    int readings = 0;
    long energy = EnergyColumn.MISSING;
    long nowNanos;
    condition.asked(askedNanos);
    try {
      if (isKept) {
        readings = source.power().readKept(kept);
      } else {
        value = source.power().read();
      }
      energy = beside.energy(askedNanos);
      beside.events(askedNanos);
      nowNanos = clock.monotonicNanos();
      answered(nowNanos);
    } catch (DeviceException | RuntimeException | Error e) {
      nowNanos = clock.monotonicNanos();
      report(condition.failed(DeviceFailure.words(e)));
    }
    if (condition.wasLate()) {
      value = PollBlock.MISSING; // Nobody knows when in all that time it was true.
      energy = EnergyColumn.MISSING;
    }
    if (isKept) { // The driver knows when each was true: an answer that comes late is as good.
      kept.energy(timeNanos, energy);
      for (int i = 0; i < Math.max(1, readings); i++) {
        condition.countPoll(readings == 0);
      }
      return nowNanos;
    }
    condition.countPoll(value == PollBlock.MISSING);
    power.add(timeNanos, value, energy);
    alignedNanos = rate == null ? NativeRate.ORDINARY : rate.next(askedNanos, nowNanos, value);
    return nowNanos;
  }

  private void answered(long nowNanos) {
    String change = condition.answered(nowNanos);
    if (change != null) {
      report(change);
      describeDueNanos = nowNanos; // It may have been exchanged or reset.
    }
  }

  private void describe(long nowNanos) {
    condition.asked(nowNanos);
    try {
      DeviceDescriptor news = describer.describe(clock.epochNanos(nowNanos));
      condition.returned();
      if (news != null) {
        power.named(news.model());
        if (rate != null) {
          rate.named(news.model());
        }
        sink.publish(Topic.DEVICES, news.device(), codec.encode(news));
        sink.flush();
      }
      isDescriptionMissing = false;
      // A writer that begins after the agent publishes what no driver reports:
      // nobody can decide before that.
      describeDueNanos = nowNanos + (describer.misses() ? DESCRIBE_AGAIN_NANOS : DESCRIBE_NANOS);
    } catch (DeviceException | RuntimeException | Error e) {
      String words = DeviceFailure.words(e);
      if (!isDescriptionMissing) {
        isDescriptionMissing = true;
        report("device " + device() + " cannot be described: " + words);
      }
      describeDueNanos = clock.monotonicNanos() + DESCRIBE_AGAIN_NANOS;
    }
  }

  private void report(@Nullable String change) {
    if (change != null) {
      changes.accept(change);
    }
  }

  /**
   * Notices that the device hangs, and hands out what was read before. For the watch thread.
   *
   * @return whether something was handed out
   */
  boolean watch() {
    long nowNanos = clock.monotonicNanos();
    report(condition.look(nowNanos));
    return power.closeIfAged(clock.epochNanos(nowNanos));
  }

  /** Hands out what was read. */
  void flush() {
    power.close();
  }

  DeviceStatus status() {
    return condition.status(source.droppedCounters());
  }
}

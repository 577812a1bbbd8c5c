package io.wattune.testbed.gpu;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.testbed.SeededNoise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A simulated GPU that is polled as an agent polls it, and the ledger of what the polls saw: a
 * deadline every period, each met late by what a busy machine takes, and passed over where the
 * driver or the machine has let it go by. No broker and no thread.
 */
final class PolledLedger implements LedgerOutput {
  private static final long PERIOD_NANOS = 20_000_000L;
  private static final int POLLS_A_BLOCK = 5;
  private static final long MICRO = 1000;

  final List<SensorProfile> profiles = new ArrayList<>();
  private final TreeMap<Long, LedgerEntry> windows = new TreeMap<>();
  private final Map<String, LedgerEntry> kernels = new HashMap<>();
  private final Simulation simulation;
  private final SeededNoise lateness;
  private final Lateness machine;
  private final DeviceLedger ledger;
  private final long[] times = new long[POLLS_A_BLOCK];
  private final int[] values = new int[POLLS_A_BLOCK];
  private int polls;
  private int activities;
  private int endedActivities;
  private long sequence;
  private long index;
  private long deadlineNanos = Simulation.START;

  /** How a machine meets its deadlines. */
  enum Lateness {
    /** A tenth of a millisecond, a few milliseconds now and then, tens of them seldom. */
    CALM(20, 4_000_000L, 200, 60_000_000L),
    /** Tens of milliseconds now and then, a fifth of a second seldom. */
    BUSY(8, 40_000_000L, 100, 200_000_000L);

    private final int nowAndThen;
    private final long nowAndThenNanos;
    private final int seldom;
    private final long seldomNanos;

    Lateness(int nowAndThen, long nowAndThenNanos, int seldom, long seldomNanos) {
      this.nowAndThen = nowAndThen;
      this.nowAndThenNanos = nowAndThenNanos;
      this.seldom = seldom;
      this.seldomNanos = seldomNanos;
    }

    long most(SeededNoise noise, long poll) {
      if (noise.between(3 * poll, 0, seldom) == 0) {
        return seldomNanos;
      }
      return noise.between(3 * poll + 1, 0, nowAndThen) == 0 ? nowAndThenNanos : 100_000L;
    }
  }

  PolledLedger(Simulation simulation, Lateness machine, ProfileChoice profiles, long seed) {
    this.simulation = simulation;
    this.machine = machine;
    this.lateness = new SeededNoise(~seed);
    ledger =
        new DeviceLedger(
            new LedgerSettings(LedgerSettings.DEFAULT.horizonNanos(), profiles),
            simulation.gpu.device(),
            new DeviceState(),
            new InMemoryChunkStore(),
            this,
            new PowerColumns());
  }

  /** Polls up to a time after the start. */
  void run(long sinceStartNanos) {
    while (deadlineNanos < Simulation.START + sinceStartNanos) {
      long asked = deadlineNanos + lateNanos(index++);
      times[polls] = asked / MICRO * MICRO;
      values[polls] = simulation.gpu.read(asked);
      polls++;
      long behind = simulation.gpu.answerNanos(asked) - PERIOD_NANOS / 2;
      deadlineNanos += PERIOD_NANOS;
      while (deadlineNanos < behind) {
        deadlineNanos += PERIOD_NANOS;
      }
      if (polls == POLLS_A_BLOCK) {
        send();
      }
    }
  }

  private long lateNanos(long poll) {
    return lateness.between(3 * poll + 2, 0, machine.most(lateness, poll));
  }

  private void send() {
    ledger.readings(
        new PollBlock(
            simulation.gpu.device(),
            sequence++,
            "power.draw",
            PowerUnit.MILLIWATTS,
            Arrays.copyOf(times, polls),
            Arrays.copyOf(values, polls),
            false));
    polls = 0;
    simulation.drain();
    while (activities < simulation.started.size()) {
      ledger.activity(simulation.started.get(activities++));
    }
    while (endedActivities < simulation.ended.size()) {
      ledger.activity(simulation.ended.get(endedActivities++));
    }
  }

  /** How far the windows of one second, without the first and the last, are off the truth. */
  double relativeError() {
    long from = windows.firstEntry().getValue().endNanos();
    long to = windows.lastKey();
    double joules = 0;
    for (LedgerEntry window : windows.subMap(from, to).values()) {
      joules += window.energyMicrojoules() * 1e-6;
    }
    return joules / (simulation.gpu.truth().energyMicrojoules(from, to) * 1e-6) - 1;
  }

  /** What the device really took between two whole seconds. */
  long trueMicrojoules(long fromNanos, long toNanos) {
    return simulation.gpu.truth().energyMicrojoules(fromNanos, toNanos);
  }

  /** The newest revision of each entry of kernels, and of what no kernel took. */
  Collection<LedgerEntry> kernels() {
    return kernels.values();
  }

  @Override
  public void entry(LedgerEntry entry) {
    if (entry.book() == Book.WINDOW1S) {
      windows.put(entry.startNanos(), entry);
    } else if (entry.book() == Book.KERNEL) {
      kernels.merge(
          entry.entryId(), entry, (old, young) -> young.revision() > old.revision() ? young : old);
    }
  }

  @Override
  public void profile(SensorProfile profile) {
    profiles.add(profile);
  }

  @Override
  public void refused(Activity activity, String detail) {
    throw new AssertionError(detail);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    throw new AssertionError(book + " has " + microjoulesTooMany + " uJ too many at " + atNanos);
  }
}

package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.StateCopy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/**
 * The newest revision of everything is the same to the bit, however the same data came. Few draws,
 * others in each run.
 */
@Tag("long")
class DeviceLedgerDeterminismTest {
  private static final double HORIZON_SECONDS = 15;

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void blocksOfAnySizeGiveTheSame(@ForAll long seed) {
    RandomTrace trace = RandomTrace.of(seed);
    LedgerRun reference = inOrder(trace);
    for (int size : new int[] {1, 7, 200, 100_000}) {
      LedgerRun run = LedgerRun.learning(HORIZON_SECONDS);
      trace.activities().forEach(run::activity);
      run.take(trace, size).end();
      assertSame(run, reference);
    }
  }

  @Property(tries = 12, shrinking = ShrinkingMode.OFF)
  void activitiesMayComeAtAnyTimeWithinTheHorizonInAnyOrder(@ForAll long seed) {
    RandomTrace trace = RandomTrace.of(seed);
    LedgerRun reference = inOrder(trace);
    for (int i = 0; i < 3; i++) {
      LedgerRun run = LedgerRun.learning(HORIZON_SECONDS);
      deliver(run, trace, Seeds.random(seed + i), false);
      assertSame(run, reference);
    }
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void aRestartFromAnySnapshotGivesTheSame(@ForAll long seed) {
    RandomTrace trace = RandomTrace.of(seed);
    LedgerRun reference = inOrder(trace);
    LedgerRun run = LedgerRun.learning(HORIZON_SECONDS);

    deliver(run, trace, Seeds.random(seed), true);

    assertSame(run, reference);
  }

  /** A remainder's share once differed here in its last bit: its time was cut elsewhere. */
  @Example
  void aRestartThatCutsAStretchOtherwiseGivesTheSame() {
    aRestartFromAnySnapshotGivesTheSame(-207);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void whatIsFinalBeforeTheEndStaysAsItIs(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 100) int percent) {
    RandomTrace trace = RandomTrace.of(seed);
    Map<String, LedgerEntry> atTheEnd = inOrder(trace).newest;
    LedgerRun run = LedgerRun.learning(HORIZON_SECONDS);
    trace.activities().forEach(run::activity);

    run.take(trace, trace.polls().size() * percent / 100, 200);

    for (LedgerEntry entry : run.newest.values()) {
      if (entry.isFinal()) {
        assertThat(entry).isEqualTo(atTheEnd.get(entry.entryId()));
      }
    }
  }

  private static LedgerRun inOrder(RandomTrace trace) {
    LedgerRun run = LedgerRun.learning(HORIZON_SECONDS);
    trace.activities().forEach(run::activity);
    return run.take(trace, 200).end();
  }

  /** Feeds blocks of random sizes, with the records of each activity somewhere in its horizon. */
  private static void deliver(LedgerRun run, RandomTrace trace, Random random, boolean restarts) {
    Polls polls = trace.polls();
    var due = new TreeMap<Integer, List<Activity>>();
    for (Activity activity : trace.activities()) {
      int start = lastInHorizon(polls, activity.startNanos(), 1);
      // Work weighs where it came within half the horizon.
      int end = lastInHorizon(polls, activity.endNanos(), activity.work() == null ? 1 : 0.5);
      int startSent = random.nextInt(start + 1);
      int endSent = random.nextInt(end + 1);
      boolean ownStart = random.nextInt(4) > 0;
      if (ownStart || endSent > start) {
        put(due, startSent, running(activity));
      }
      put(due, endSent, activity);
      if (random.nextBoolean()) {
        put(due, Math.min(Math.min(start, end), random.nextInt(start + 1)), activity);
      }
      if (random.nextBoolean()) {
        put(due, random.nextInt(start + 1), running(activity));
      }
    }
    Set<Integer> cuts = new HashSet<>(due.keySet());
    cuts.add(trace.namedAt());
    for (int at = 0; at < polls.size(); at += 1 + random.nextInt(600)) {
      cuts.add(at);
    }
    List<Integer> sorted = new ArrayList<>(cuts);
    Collections.sort(sorted);
    sorted.add(polls.size());
    int at = 0;
    long sequence = 0;
    for (int cut : sorted) {
      if (cut > at) {
        run.block(trace.block(at, cut, sequence++));
        at = cut;
      }
      List<Activity> now = due.getOrDefault(cut, new ArrayList<>());
      Collections.shuffle(now, random);
      now.forEach(run::activity);
      if (restarts && random.nextInt(10) == 0) {
        restart(run);
      }
    }
    assertThat(run.refused).isEmpty();
    run.block(
        new PollBlock(
            Polls.DEVICE, sequence, Polls.SIGNAL, run.state.unit, new long[0], new int[0], true));
    run.endActivities();
  }

  private static void restart(LedgerRun run) {
    var chunks = new InMemoryChunkStore();
    for (long number = run.state.ring.oldestNumber; number < run.state.ring.openNumber; number++) {
      chunks.put(number, StateCopy.of(run.store.get(number)));
    }
    run.resume(StateCopy.of(run.state), chunks);
  }

  /** How many polls may come before a datum of that time is late. */
  private static int lastInHorizon(Polls polls, long timeNanos, double ofHorizon) {
    if (timeNanos == Activity.RUNNING) {
      return 0;
    }
    long clock = Long.MIN_VALUE;
    int n = 0;
    while (n < polls.size()) {
      clock = Math.max(clock, polls.timesNanos()[n]);
      if (clock >= timeNanos + Math.round(ofHorizon * HORIZON_SECONDS * 1e9)) {
        break;
      }
      n++;
    }
    return n;
  }

  private static Activity running(Activity activity) {
    return activity.atItsStart();
  }

  private static void put(Map<Integer, List<Activity>> due, int at, Activity activity) {
    due.computeIfAbsent(at, key -> new ArrayList<>()).add(activity);
  }

  private static void assertSame(LedgerRun run, LedgerRun reference) {
    assertThat(run.newest.keySet()).isEqualTo(reference.newest.keySet());
    for (LedgerEntry entry : run.newest.values()) {
      LedgerEntry other = reference.newest.get(entry.entryId());
      assertThat(entry.isFinal()).isTrue();
      assertThat(withoutRevision(entry)).isEqualTo(withoutRevision(other));
    }
    assertThat(run.newestPower()).isEqualTo(reference.newestPower());
    assertThat(run.profiles).isEqualTo(reference.profiles);
  }

  private static LedgerEntry withoutRevision(LedgerEntry entry) {
    return new LedgerEntry(
        entry.entryId(),
        0,
        entry.isFinal(),
        entry.book(),
        entry.device(),
        entry.signal(),
        entry.activityId(),
        entry.parentId(),
        entry.name(),
        entry.labels(),
        entry.startNanos(),
        entry.endNanos(),
        entry.energyMicrojoules(),
        entry.rawEnergyMicrojoules(),
        entry.standardErrorMicrojoules(),
        entry.scaleErrorMicrojoules(),
        entry.coverage(),
        entry.quality(),
        entry.profileId(),
        entry.attribution(),
        entry.counter(),
        entry.integralMicrojoules(),
        entry.clockSetBacks());
  }
}

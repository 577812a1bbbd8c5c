package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import io.wattune.core.simulated.StateCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Activities that come faster than each can have an entry. */
class MergedActivitiesTest {
  private static final double FROM = 100;
  private static final double SECONDS = 25;
  private static final int PER_SECOND = 200;
  private static final List<String> NAMES = List.of("gemm", "copy", "norm");

  @Test
  void whatIsBeyondTheLimitIsMergedAndNothingIsRefused() {
    LedgerRun run = run(activities(), 0);

    assertThat(run.refused).isEmpty();
    List<LedgerEntry> kernels = kernels(run);
    assertThat(kernels.stream().mapToInt(LedgerEntry::activities).sum())
        .isEqualTo((int) (SECONDS * PER_SECOND));
    // Three tens of seconds are touched; beyond their limits a few entries stand for all.
    assertThat(kernels.stream().filter(entry -> entry.activities() == 1).count())
        .isBetween(2L * MergedActivities.MOST_IN_CELL, 3L * MergedActivities.MOST_IN_CELL);
    assertThat(kernels).hasSizeLessThan(3 * MergedActivities.MOST_IN_CELL + 50);
  }

  @Test
  void booksSumUpToTheMicrojoule() {
    LedgerRun run = run(activities(), 0);

    assertThat(run.bookMicrojoules(Book.KERNEL)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    assertThat(run.bookMicrojoules(Book.PROCESS)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    LedgerEntry process = run.of(Book.PROCESS, "p");
    Long unexplained =
        process.attribution() == null ? null : process.attribution().unexplainedMicrojoules();
    long children = kernels(run).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
    assertThat(unexplained).isEqualTo(process.energyMicrojoules() - children);
    assertThat(run.state.sharing.outOfBalance).isZero();
    assertThat(run.state.activities).isEmpty();
  }

  /** At steady power energy is time. */
  @Test
  void aMergedOneHasTheEnergyTheShareAndTheCountOfItsParts() {
    List<Activity> activities = activities();
    LedgerRun run = run(activities, 0);

    Map<String, Double> seconds =
        activities.stream()
            .filter(activity -> activity.book() == Book.KERNEL)
            .collect(
                Collectors.groupingBy(
                    Activity::name,
                    Collectors.summingDouble(a -> (a.endNanos() - a.startNanos()) * 1e-9)));
    for (String name : NAMES) {
      List<LedgerEntry> own =
          kernels(run).stream().filter(entry -> name.equals(entry.name())).toList();
      double joules = own.stream().mapToLong(LedgerEntry::energyMicrojoules).sum() * 1e-6;
      double active = own.stream().mapToDouble(LedgerEntry::activeSeconds).sum();
      assertThat(joules).isCloseTo(100 * seconds.get(name), within(1e-3 * joules));
      assertThat(active).isCloseTo(seconds.get(name), within(1e-3 * active));
      assertThat(own).allSatisfy(entry -> assertThat(entry.parentId()).isEqualTo("p"));
    }
    LedgerEntry merged =
        kernels(run).stream().filter(entry -> entry.activities() > 1).findFirst().orElseThrow();
    assertThat(merged.quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(merged.endNanos() - merged.startNanos()).isEqualTo(MergedParts.CELL_NANOS);
  }

  @Tag("nightly")
  @Test
  void theSameComesOutWheneverReadingsComeAndAcrossRestarts() {
    assertTheSame(1, 5);
  }

  private static void assertTheSame(int from, int to) {
    List<Activity> activities = activities();
    LedgerRun reference = run(activities, 0);
    for (int seed = from; seed <= to; seed++) {
      LedgerRun other = run(activities, seed);
      assertThat(byId(other)).isEqualTo(byId(reference));
    }
  }

  /** A start and an end that come apart are one part; one that never ends runs to the end. */
  @Test
  void startsAndEndsOfPartsFindEachOther() {
    List<Activity> activities = activities();
    LedgerRun apart = LedgerRun.given(Profiles.passThrough(0));
    for (Activity activity : activities) {
      apart.activity(activity.atItsStart());
    }
    activities.forEach(apart::activity);
    activities.forEach(apart::activity);
    apart.take(steady()).end();

    assertThat(apart.refused).isEmpty();
    assertThat(kernels(apart).stream().mapToInt(LedgerEntry::activities).sum())
        .isEqualTo((int) (SECONDS * PER_SECOND));
    assertThat(byId(apart)).isEqualTo(byId(run(activities, 0)));
  }

  private static LedgerRun run(List<Activity> activities, int seed) {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0), 600);
    Polls polls = steady();
    if (seed == 0) {
      activities.forEach(run::activity);
      return run.take(polls).end();
    }
    Random random = new Random(seed);
    int next = 0;
    int at = 0;
    while (at < polls.size()) {
      int to = Math.min(polls.size(), at + 1 + random.nextInt(400));
      run.take(polls.range(at, to));
      at = to;
      for (int n = random.nextInt(1500); n > 0 && next < activities.size(); n--) {
        run.activity(activities.get(next++));
      }
      var chunks = new InMemoryChunkStore();
      for (long c = run.state.ring.oldestNumber; c < run.state.ring.openNumber; c++) {
        chunks.put(c, StateCopy.of(run.store.get(c)));
      }
      run.resume(StateCopy.of(run.state), chunks);
    }
    activities.subList(next, activities.size()).forEach(run::activity);
    return run.end();
  }

  private static Map<String, String> byId(LedgerRun run) {
    return kernels(run).stream()
        .collect(
            Collectors.toMap(
                LedgerEntry::entryId,
                entry ->
                    entry.energyMicrojoules()
                        + " "
                        + entry.standardErrorMicrojoules()
                        + " "
                        + entry.quality()
                        + " "
                        + entry.attribution()));
  }

  private static List<LedgerEntry> kernels(LedgerRun run) {
    return run.book(Book.KERNEL).stream().filter(entry -> !entry.isRemainder()).toList();
  }

  /** Kernels of a process, some of which overlap with the next. */
  private static List<Activity> activities() {
    List<Activity> activities = new ArrayList<>();
    long start = Sensor.nanos(FROM + 1);
    long end = start + (long) (SECONDS * 1e9);
    activities.add(
        new Activity(Polls.DEVICE, "p", Book.PROCESS, "train", start, end, null, Map.of()));
    long each = 1_000_000_000L / PER_SECOND;
    for (int i = 0; i < SECONDS * PER_SECOND; i++) {
      long from = start + i * each;
      long length = each - 1_000_000L - (i % 7) * 100_000L;
      activities.add(
          new Activity(
              Polls.DEVICE,
              "k" + i,
              Book.KERNEL,
              NAMES.get(i / 40 % NAMES.size()),
              from,
              from + length,
              "p",
              Map.of("user", "u")));
    }
    return activities;
  }

  private static Polls steady() {
    var polls = new Polls.Builder();
    for (int i = 0; i <= 3000; i++) {
      polls.add(Sensor.nanos(FROM + 0.01 * i), 100_000);
    }
    return polls.build();
  }
}

package io.wattune.core.ledger.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.device.RandomTrace;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Every joule of a device is somebody's or nobody's, once. */
class SharedBooksPropertyTest {

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void aBookAndItsRemainderAreTheDevicesEnergyToTheMicrojoule(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 90) int horizonSeconds) {
    LedgerRun run = run(RandomTrace.of(seed), horizonSeconds);

    long device = run.bookMicrojoules(Book.WINDOW60S);
    for (int level = 0; level < Book.LEVELS; level++) {
      Book book = Book.ofLevel(level);
      if (!run.book(book).isEmpty()) {
        assertThat(run.bookMicrojoules(book)).as("%s", book).isEqualTo(device);
      }
    }
    assertThat(run.state.sharing.outOfBalance).isZero();
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void childrenAndWhatIsUnexplainedAreTheirParent(@ForAll long seed) {
    LedgerRun run = run(nested(RandomTrace.of(seed)), 15);

    int parents = 0;
    for (LedgerEntry parent : run.newest.values()) {
      Long unexplained =
          parent.attribution() == null ? null : parent.attribution().unexplainedMicrojoules();
      if (unexplained == null) {
        continue;
      }
      parents++;
      long children =
          run.book(Book.ofLevel(parent.book().level() + 1)).stream()
              .filter(entry -> Objects.equals(entry.parentId(), parent.activityId()))
              .mapToLong(LedgerEntry::energyMicrojoules)
              .sum();
      assertThat(children + unexplained).isEqualTo(parent.energyMicrojoules());
    }
    assertThat(parents).isPositive();
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void eachGetsWhatItsWeightSays(@ForAll long seed) {
    List<Activity> activities = RandomTrace.of(seed).activities();
    // Steady power: energies are shares of time. Without a horizon behind it all work weighs.
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0), 86_400);
    activities.forEach(run::activity);
    run.take(steady()).end();

    List<Activity> ended =
        activities.stream()
            .map(a -> a.hasEnded() || !a.competes() ? a : endedAsIn(run, a))
            .toList();
    Map<Activity, Double> seconds = Oracle.seconds(ended, FROM, TO);
    seconds.forEach(
        (activity, expected) ->
            assertThat(run.of(activity.book(), activity.activityId()).energyMicrojoules() * 1e-6)
                .as("%s", activity)
                // Rounding moves at most 1 uJ a piece, and there are less than 300.
                .isCloseTo(100 * expected, within(300e-6)));
  }

  /** Readings that are all alike say nothing to a fit: its error was fifty times the energy. */
  @Example
  void aShortOneAmongReadingsThatAreAllAlikeIsTheirMean() {
    eachGetsWhatItsWeightSays(13_862);
  }

  @Tag("long")
  @Property(tries = 75, shrinking = ShrinkingMode.OFF)
  void aSumOverTheNewestRevisionsIsRightAtEachMinute(@ForAll long seed) {
    RandomTrace trace = RandomTrace.of(seed);
    LedgerRun run = LedgerRun.learning(40);
    trace.activities().forEach(run::activity);
    Polls polls = trace.polls();
    long until = trace.polls().timesNanos()[0] + 65_000_000_000L;
    int n = 0;
    while (n < polls.size() && polls.timesNanos()[n] < until) {
      n++;
    }
    run.take(polls.range(0, n));
    // What has changed waits for a quarter of a second at most, to be said once.
    while (run.state.sharing.changedFromNanos != Long.MAX_VALUE && n < polls.size()) {
      run.take(polls.range(n, ++n));
    }

    long reported = run.state.sharing.nextToReport;
    for (int level = 0; level < Book.LEVELS; level++) {
      List<LedgerEntry> book = run.book(Book.ofLevel(level));
      boolean allEnd = book.stream().allMatch(entry -> entry.endNanos() <= reported);
      if (!book.isEmpty() && allEnd && book.stream().anyMatch(LedgerEntry::isRemainder)) {
        long device =
            run.book(Book.WINDOW60S).stream()
                .filter(entry -> entry.endNanos() <= reported)
                .mapToLong(LedgerEntry::energyMicrojoules)
                .sum();
        assertThat(run.bookMicrojoules(Book.ofLevel(level))).isEqualTo(device);
      }
    }
  }

  private static Activity endedAsIn(LedgerRun run, Activity activity) {
    long end = run.of(activity.book(), activity.activityId()).endNanos();
    return activity.between(activity.startNanos(), end);
  }

  private static final double FROM = 100;
  private static final double TO = 160;

  private static Polls steady() {
    var polls = new Polls.Builder();
    for (int i = 0; i <= 6000; i++) {
      polls.add(Sensor.nanos(FROM + 0.01 * i), 100_000);
    }
    return polls.build();
  }

  private static LedgerRun run(RandomTrace trace, double horizonSeconds) {
    LedgerRun run = LedgerRun.learning(horizonSeconds);
    trace.activities().forEach(run::activity);
    return run.take(trace.polls()).end();
  }

  /** Each kernel within a process, each process within a job. */
  private static RandomTrace nested(RandomTrace trace) {
    List<Activity> nested = new ArrayList<>();
    long from = trace.polls().timesNanos()[0];
    for (int j = 0; j < 3; j++) {
      long jobStart = from + j * 11_000_000_000L;
      nested.add(activity("j" + j, Book.JOB, jobStart, 20_000_000_003L, null));
      for (int p = 0; p < 2; p++) {
        String id = "p" + j + p;
        long start = jobStart + p * 7_000_000_001L;
        nested.add(activity(id, Book.PROCESS, start, 9_000_000_007L, "j" + j));
        for (int k = 0; k < 5; k++) {
          long kernelStart = start + k * 1_300_000_000L;
          nested.add(activity("k" + id + k, Book.KERNEL, kernelStart, 1_700_000_000L, id));
        }
      }
    }
    return new RandomTrace(trace.polls(), nested);
  }

  private static Activity activity(
      String id, Book book, long start, long length, @Nullable String parent) {
    return new Activity(Polls.DEVICE, id, book, id, start, start + length, parent, Map.of());
  }

  /** The rule, said once more, the plain way. */
  private static final class Oracle {
    private final List<Activity> active;

    private Oracle(List<Activity> active) {
      this.active = active;
    }

    static Map<Activity, Double> seconds(List<Activity> activities, double from, double to) {
      var cuts = new TreeSet<Long>(List.of(Sensor.nanos(from), Sensor.nanos(to)));
      for (Activity activity : activities) {
        cuts.add(activity.startNanos());
        cuts.add(activity.endNanos());
      }
      var seconds = new HashMap<Activity, Double>();
      activities.stream().filter(Activity::competes).forEach(a -> seconds.put(a, 0.0));
      for (long cut : cuts.subSet(Sensor.nanos(from), Sensor.nanos(to))) {
        long next = Objects.requireNonNull(cuts.higher(cut));
        List<Activity> active =
            activities.stream()
                .filter(Activity::competes)
                .filter(a -> a.startNanos() <= cut && a.endNanos() > cut)
                .toList();
        var oracle = new Oracle(active);
        for (Activity activity : active) {
          seconds.merge(activity, (next - cut) * 1e-9 * oracle.fraction(activity), Double::sum);
        }
      }
      return seconds;
    }

    private double fraction(Activity activity) {
      Activity parent = parent(activity);
      List<Activity> rivals =
          active.stream()
              .filter(a -> a.book() == activity.book() && Objects.equals(parent(a), parent))
              .toList();
      double sum = rivals.stream().mapToDouble(a -> weight(a, rivals)).sum();
      double mine = sum == 0 ? 1.0 / rivals.size() : weight(activity, rivals) / sum;
      return mine * pool(parent, activity.book());
    }

    /** What a parent's children of a book share: its own part, less those of parents inside it. */
    private double pool(@Nullable Activity parent, Book book) {
      double pool = parent == null ? 1 : fraction(parent);
      for (Activity other : active) {
        if (!other.equals(parent)
            && hasChildren(other, book)
            && Objects.equals(nearestAround(other, book), parent)) {
          pool -= fraction(other);
        }
      }
      return pool;
    }

    private @Nullable Activity nearestAround(Activity activity, Book book) {
      Activity around = parent(activity);
      while (around != null && !hasChildren(around, book)) {
        around = parent(around);
      }
      return around;
    }

    private boolean hasChildren(Activity activity, Book book) {
      return active.stream().anyMatch(a -> a.book() == book && activity.equals(parent(a)));
    }

    private @Nullable Activity parent(Activity child) {
      return active.stream()
          .filter(a -> a.book().level() < child.book().level())
          .filter(a -> a.activityId().equals(child.parentId()))
          .max((a, b) -> Integer.compare(a.book().level(), b.book().level()))
          .orElse(null);
    }

    private static double weight(Activity activity, List<Activity> rivals) {
      if (rivals.stream().anyMatch(a -> a.weight() != null)) {
        return activity.weight() == null ? 1 : activity.weight();
      }
      if (rivals.stream().allMatch(a -> a.work() != null && a.hasEnded())) {
        return Objects.requireNonNull(activity.work())
            / ((activity.endNanos() - activity.startNanos()) * 1e-9);
      }
      return 1;
    }
  }
}

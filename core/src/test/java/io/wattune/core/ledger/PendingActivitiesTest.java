package io.wattune.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random activities come, change and go; what is found of them is what a scan of all finds. */
class PendingActivitiesTest {
  private static final long SECOND = 1_000_000_000L;

  private final DeviceState state = new DeviceState();
  private int ids;

  @Test
  void findsWhatAScanFinds() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = Seeds.random(seed);
      PendingActivities pending = PendingActivities.of(state);
      for (int step = 0; step < 300; step++) {
        change(pending, random);
        check(pending, random);
      }
      pending.clear(state);
      assertThat(pending.size()).isZero();
      assertThat(pending.earliestEndNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }

  private void change(PendingActivities pending, Random random) {
    int size = pending.size();
    if (size > 0 && random.nextInt(3) == 0) {
      int place = random.nextInt(size);
      if (random.nextBoolean()) {
        pending.remove(state, place);
      } else {
        PendingActivity before = pending.get(place);
        Activity was = before.activity();
        pending.set(
            state, place, before.changedTo(activity(was.activityId(), was.book(), random), true));
      }
      return;
    }
    Book book = random.nextBoolean() ? Book.KERNEL : Book.PROCESS;
    pending.add(state, PendingActivity.of(activity("a" + ids++, book, random), 0, true));
  }

  /** From microseconds to minutes long; some still run. Times are even, questions are odd. */
  private static Activity activity(String id, Book book, Random random) {
    long start = 2 * random.nextLong(50 * SECOND);
    long length = 2 + 2 * (long) Math.exp(random.nextDouble() * Math.log(60.0 * SECOND));
    boolean runs = random.nextInt(5) == 0;
    return new Activity(
        "n/g",
        id,
        book,
        "name",
        start,
        runs ? Activity.RUNNING : start + length,
        null,
        Map.of(),
        null,
        null);
  }

  private void check(PendingActivities pending, Random random) {
    long from = 2 * random.nextLong(100 * SECOND) + 1;
    long to = from + 2 * (long) Math.exp(random.nextDouble() * Math.log(30.0 * SECOND));
    var found = new TreeSet<Integer>();
    pending.overlapping(from, to, found::add);
    var scanned = new TreeSet<Integer>();
    List<Long> ended = new ArrayList<>();
    for (int place = 0; place < state.activities.size(); place++) {
      Activity each = state.activities.get(place).activity();
      assertThat(pending.placeOf(each.book(), each.activityId())).isEqualTo(place);
      if (each.startNanos() < to && each.endNanos() > from) {
        scanned.add(place);
      }
      if (each.hasEnded() && each.endNanos() <= to) {
        ended.add(each.endNanos());
      }
    }
    assertThat(found).isEqualTo(scanned);
    assertThat(pending.placeOf(Book.KERNEL, "nobody")).isEqualTo(-1);
    assertThat(
            Arrays.stream(pending.endedTo(to))
                .mapToObj(place -> pending.get(place).activity().endNanos())
                .toList())
        .as("the earliest first")
        .isSorted()
        .containsExactlyInAnyOrderElementsOf(ended);
    assertThat(pending.earliestEndNanos())
        .isEqualTo(
            state.activities.stream()
                .map(PendingActivity::activity)
                .filter(Activity::hasEnded)
                .mapToLong(Activity::endNanos)
                .min()
                .orElse(Long.MAX_VALUE));
  }
}

package io.wattune.collectors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServedWorkTest {
  private static final long SECOND = 1_000_000_000L;

  private final ServedWork work = new ServedWork("tokens_total", Map.of());
  private long now = 100 * SECOND;

  @Test
  void seriesAreSummed() {
    assertThat(page("tokens_total{m=\"a\"} 10\ntokens_total{m=\"b\"} 5\n")).isEmpty();
    assertThat(page("tokens_total{m=\"a\"} 12\ntokens_total{m=\"b\"} 9\n"))
        .contains(new ServedWork.WorkInterval(101 * SECOND, 102 * SECOND, 6));
  }

  @Test
  void whatDidNothingHasDeliveredNothing() {
    page("tokens_total 10");
    assertThat(page("tokens_total 10")).map(ServedWork.WorkInterval::work).contains(0.0);
  }

  @Test
  void aResetEndsTheInterval() {
    page("tokens_total 10");
    page("tokens_total 20");
    assertThat(page("tokens_total 3")).isEmpty();
    assertThat(work.resets()).isEqualTo(1);
    assertThat(page("tokens_total 8")).map(ServedWork.WorkInterval::work).contains(5.0);
  }

  /** Another series has grown by more than the one that was set back. */
  @Test
  void aResetOfOneSeriesIsNotHiddenByAnother() {
    page("tokens_total{m=\"a\"} 10\ntokens_total{m=\"b\"} 5\n");
    assertThat(page("tokens_total{m=\"a\"} 1\ntokens_total{m=\"b\"} 500\n")).isEmpty();
    assertThat(page("tokens_total{m=\"b\"} 500\n")).as("one is gone").isEmpty();
    assertThat(work.resets()).isEqualTo(2);
  }

  @Test
  void aNewSeriesCountsFromZero() {
    page("tokens_total{m=\"a\"} 10\n");
    assertThat(page("tokens_total{m=\"a\"} 11\ntokens_total{m=\"b\"} 5\n"))
        .map(ServedWork.WorkInterval::work)
        .contains(6.0);
  }

  @Test
  void aLongTimeWithoutAPageIsNoInterval() {
    page("tokens_total 10");
    now += 60 * SECOND;
    assertThat(page("tokens_total 20")).isEmpty();
    assertThat(page("tokens_total 30")).map(ServedWork.WorkInterval::work).contains(10.0);
  }

  @Test
  void onlyTheMetricAndItsLabelsCount() {
    var one = new ServedWork("tokens_total", Map.of("m", "a"));

    assertThat(
            one.series(
                "# TYPE tokens_total counter\ntokens_total_created 9\ntokens 8\n"
                    + "tokens_total{m=\"a\",e=\"0\"} 1\ntokens_total{m=\"b\"} 2\n"))
        .containsExactly(Map.entry(Map.of("m", "a", "e", "0"), 1.0));
  }

  @Test
  void whatIsNoCounterIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> work.series("tokens_total -1"))
        .withMessageContaining("is no counter");
    var many = new StringBuilder();
    for (int i = 0; i <= ServedWork.MOST_SERIES; i++) {
      many.append("tokens_total{i=\"").append(i).append("\"} 1\n");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> work.series(many.toString()))
        .withMessageContaining("10001 series");
  }

  /** Whatever the counts do, work is never negative, and intervals never overlap. */
  @Test
  void workIsNeverNegative() {
    var random = new Random(11);
    long until = 0;
    double[] counts = new double[3];
    for (int i = 0; i < 20_000; i++) {
      var page = new StringBuilder();
      for (int j = 0; j < counts.length; j++) {
        counts[j] = random.nextInt(50) == 0 ? random.nextInt(10) : counts[j] + random.nextInt(5);
        if (random.nextInt(60) != 0) {
          page.append("tokens_total{j=\"" + j + "\"} " + counts[j] + "\n");
        }
      }
      now += random.nextInt(3) * SECOND - SECOND; // The clock may stand still.
      Optional<ServedWork.WorkInterval> interval = page(page.toString());
      if (interval.isPresent()) {
        assertThat(interval.get().work()).isNotNegative();
        assertThat(interval.get().startNanos()).isGreaterThanOrEqualTo(until);
        until = interval.get().endNanos();
      }
    }
    assertThat(work.resets()).isPositive();
  }

  private Optional<ServedWork.WorkInterval> page(String page) {
    now += SECOND;
    return work.take(work.series(page), now);
  }
}

package io.wattune.collectors.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CollectionTimesTest {
  private static final long MILLI = 1_000_000L;
  private final CollectionTimes times = new CollectionTimes();

  /** Samples, collections and pages at periods and phases of their own, all of them random. */
  @Test
  void noValueCountsFromBeforeTheTimeThatIsSaid() {
    var random = new Random(20_26);
    int said = 0;
    for (int plant = 0; plant < 500; plant++) {
      var each = new CollectionTimes();
      long sampling = (100 + random.nextInt(30_000)) * MILLI;
      // Asked to collect as often as it samples; no clock of it is another's.
      long collecting = sampling + random.nextInt(3) - 1;
      long samplePhase = random.nextLong(sampling);
      long collectPhase = random.nextLong(collecting);
      long page = 10 * sampling;
      long newestSaid = 0;
      for (int p = 0; p < 400; p++) {
        page += (50 + random.nextInt(2_000)) * MILLI;
        long collected = page - Math.floorMod(page - collectPhase, collecting);
        long sampled = collected - Math.floorMod(collected - samplePhase, sampling);
        OptionalLong since = each.since(new double[] {sampled, Double.NaN}, page);
        if (since.isPresent()) {
          said++;
          assertThat(sampled - sampling).isGreaterThanOrEqualTo(since.getAsLong());
          assertThat(since.getAsLong()).isGreaterThan(newestSaid);
          newestSaid = since.getAsLong();
          assertThat(page - newestSaid).isLessThan(4 * sampling + 9_000 * MILLI);
        }
      }
    }
    assertThat(said).isGreaterThan(5_000);
  }

  @Test
  void valuesThatAreNotNewSayNothing() {
    assertThat(times.since(new double[] {1}, 1)).as("of unknown age").isEmpty();
    assertThat(times.since(new double[] {2}, 2)).isEmpty();
    assertThat(times.since(new double[] {3}, 3)).isEmpty();
    assertThat(times.since(new double[] {4}, 4)).hasValue(1);
    assertThat(times.since(new double[] {4}, 5)).isEmpty();
    assertThat(times.since(new double[] {5}, 6)).hasValue(2);
    assertThat(times.since(new double[] {6}, 7)).hasValue(3);
    assertThat(times.since(new double[] {7}, 8)).as("before 5 came").hasValue(5);
  }
}

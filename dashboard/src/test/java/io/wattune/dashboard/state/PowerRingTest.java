package io.wattune.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PowerRingTest {
  private static final long MILLI = 1_000_000;
  private static final long KEEP = 300_000 * MILLI;

  private static double[] watts(List<PowerPoint> points) {
    return points.stream().mapToDouble(PowerPoint::meanWatts).toArray();
  }

  @Test
  void samplesAreKeptOneByOneAsLongAsTheyFit() {
    PowerRing ring = new PowerRing(KEEP, 1024);
    ring.take(Blocks.of("d", 0, 1000 * MILLI, 100 * MILLI, 10, Double.NaN, 30));
    List<PowerPoint> points = ring.copy(0, Long.MAX_VALUE);

    assertThat(watts(points)).containsExactly(10, Double.NaN, 30);
    assertThat(points.get(2).rawWatts()).isEqualTo(29);
    assertThat(points.get(2).errorWatts()).isEqualTo(0.5);
    assertThat(points.get(1).quality()).isEqualTo(Quality.GAP);
    assertThat(points.get(2).timeNanos()).isEqualTo(1200 * MILLI);
    assertThat(ring.copy(1100 * MILLI, 1200 * MILLI).size())
        .as("the end is exclusive")
        .isEqualTo(1);
  }

  @Test
  void aRepeatChangesNothingAndALaterRevisionReplaces() {
    PowerRing ring = new PowerRing(KEEP, 1024);
    ring.take(Blocks.of("d", 0, 0, 100 * MILLI, 10, 20, 30));
    ring.take(Blocks.of("d", 0, 0, 100 * MILLI, 11, 21, 31));
    assertThat(watts(ring.copy(0, Long.MAX_VALUE))).containsExactly(10, 20, 30);

    ring.take(Blocks.of("d", 1, 100 * MILLI, 100 * MILLI, 25, 35));
    ring.take(Blocks.of("d", 0, 200 * MILLI, 100 * MILLI, 99));
    assertThat(watts(ring.copy(0, Long.MAX_VALUE)))
        .as("an older revision comes too late")
        .containsExactly(10, 25, 35);
  }

  @Test
  void whatIsOlderThanItsTimeIsForgotten() {
    PowerRing ring = new PowerRing(1000 * MILLI, 1024);
    for (int i = 0; i < 200; i++) {
      ring.take(Blocks.of("d", 0, i * 100 * MILLI, 1, i));
    }
    assertThat(watts(ring.copy(0, Long.MAX_VALUE))).startsWith(189).endsWith(199).hasSize(11);
  }

  /** However fast samples come, memory is bounded, the whole time is covered, no sum is lost. */
  @Property(tries = 60)
  void aFullRingGetsCoarserAndKeepsItsTimeAndItsSums(
      @ForAll @IntRange(min = 1, max = 5000) int count,
      @ForAll @IntRange(min = 1, max = 2000) int stepMicros,
      @ForAll @IntRange(min = 64, max = 512) int cells) {
    PowerRing ring = new PowerRing(KEEP, cells);
    double sum = 0;
    double highest = 0;
    for (int i = 0; i < count; i++) {
      double watts = 100 + (i * 7919) % 301;
      sum += watts;
      highest = Math.max(highest, watts);
      ring.add(1 + (long) i * stepMicros * 1000, watts, watts, 1, Quality.CORRECTED.code());
    }
    List<PowerPoint> points = ring.copy(0, Long.MAX_VALUE);
    assertThat(points.size()).isLessThanOrEqualTo(cells);
    assertThat(points.get(0).timeNanos()).isEqualTo(1);

    List<PowerPoint> one = PowerPoint.inSteps(points, 0, 1 + (long) count * stepMicros * 1000);
    assertThat(one.size()).isEqualTo(1);
    // Sums of at most 5000 values of some hundred: the last bits of a double.
    assertThat(one.get(0).meanWatts()).isCloseTo(sum / count, within(1e-9));
    assertThat(one.get(0).highestWatts()).isEqualTo(highest);
  }

  @Test
  void aLowerLimitShrinksARingThatIsFull() {
    PowerRing ring = new PowerRing(KEEP, 4096);
    for (int i = 0; i < 3000; i++) {
      ring.add(i * MILLI, i, i, 1, Quality.CORRECTED.code());
    }
    long before = ring.bytes();
    ring.limitTo(256);

    assertThat(ring.bytes()).isLessThanOrEqualTo(256L * PowerRing.BYTES_PER_CELL);
    assertThat(before).isGreaterThan(ring.bytes());
    ring.add(3000 * MILLI, 1, 1, 1, Quality.CORRECTED.code());
    List<PowerPoint> points = ring.copy(0, Long.MAX_VALUE);
    assertThat(points.get(0).timeNanos()).isZero();
    assertThat(points.size()).isBetween(96, 256);
  }

  @Test
  void stepsAreLeftOutWhereThereIsNothing() {
    PowerRing ring = new PowerRing(KEEP, 1024);
    ring.take(Blocks.of("d", 0, 0, 100 * MILLI, 10, 20));
    ring.take(Blocks.of("d", 0, 1000 * MILLI, 100 * MILLI, Double.NaN, 40));
    List<PowerPoint> steps = PowerPoint.inSteps(ring.copy(0, Long.MAX_VALUE), 0, 500 * MILLI);

    assertThat(steps.size()).isEqualTo(2);
    assertThat(List.of(steps.get(0).timeNanos(), steps.get(1).timeNanos()))
        .containsExactly(0L, 1000 * MILLI);
    assertThat(steps.get(0).meanWatts()).isEqualTo(15);
    assertThat(steps.get(1).meanWatts()).as("no power is no sample").isEqualTo(40);
    assertThat(steps.get(1).quality()).isEqualTo(Quality.GAP);
    assertThat(List.of(steps.get(0).lowestWatts(), steps.get(0).highestWatts()))
        .containsExactly(10.0, 20.0);
  }
}

package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MeterTraceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long T0 = 1_689_268_532_528_512_000L;

  private static MeterTrace random(Random random, int readings) {
    var times = new long[readings];
    var watts = new double[readings];
    long time = T0;
    for (int i = 0; i < readings; i++) {
      times[i] = time;
      watts[i] = 400 * random.nextDouble();
      time += 1 + random.nextInt(1_000_000);
    }
    return new MeterTrace(times, watts);
  }

  @Test
  void energyOfPowerThatIsLinearInTimeIsExact() {
    var trace = new MeterTrace(new long[] {T0, T0 + 2 * SECOND}, new double[] {100, 300});

    // Power 100 + 100 t: the integral from 0.5 s to 1.5 s is 200 J. Doubles of this size carry 13
    // digits behind the point.
    assertThat(trace.energyJoules(T0 + SECOND / 2, T0 + 3 * SECOND / 2))
        .isCloseTo(200, within(1e-12));
    assertThat(trace.meanWatts(T0, T0 + 2 * SECOND)).isCloseTo(200, within(1e-12));
    assertThat(trace.wattsAt(T0 + SECOND)).isCloseTo(200, within(1e-12));
    assertThat(trace.wattsAt(T0 + 2 * SECOND)).isEqualTo(300);
    assertThat(trace.energyJoules(T0 + SECOND, T0 + SECOND)).isZero();
  }

  @Property
  void energyAddsUpOverAnySplit(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 500) int readings) {
    var random = new Random(seed);
    MeterTrace trace = random(random, readings);
    long length = trace.endNanos() - trace.startNanos();
    long[] cuts = {0, (long) (random.nextDouble() * length), (long) (random.nextDouble() * length)};
    Arrays.sort(cuts);

    double whole = trace.energyJoules(T0, T0 + cuts[2]);
    double parts =
        trace.energyJoules(T0, T0 + cuts[1]) + trace.energyJoules(T0 + cuts[1], T0 + cuts[2]);

    // At most 0.25 s x 400 W = 100 J, so a few units in the last place are below 1e-12 J.
    assertThat(parts).isCloseTo(whole, within(1e-12));
  }

  @Property
  void energyIsTheSumOfTheTrapezoids(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 200) int readings) {
    var random = new Random(seed);
    MeterTrace trace = random(random, readings);
    long from = T0 + (long) (random.nextDouble() * (trace.endNanos() - T0));
    long to = from + (long) (random.nextDouble() * (trace.endNanos() - from));

    // Straight lines in between: the mid-point rule over fine steps converges to the integral.
    int steps = 2000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      long middle = from + (long) ((i + 0.5) / steps * (to - from));
      sum += trace.wattsAt(middle);
    }
    double meanWatts = sum / steps;

    double seconds = (to - from) * 1e-9;
    // Each kink costs at most one step of 400 W; there are as many kinks as readings.
    double bound = 400 * seconds / steps * (readings + 2) + 1e-9;
    assertThat(trace.energyJoules(from, to)).isCloseTo(meanWatts * seconds, within(bound));
  }

  @Test
  void answersNothingThatTheMeterDidNotSee() {
    var trace = new MeterTrace(new long[] {T0, T0 + SECOND}, new double[] {100, 100});

    assertThat(trace.covers(T0, T0 + SECOND)).isTrue();
    assertThat(trace.covers(T0 - 1, T0)).isFalse();
    assertThat(trace.covers(T0, T0 + SECOND + 1)).isFalse();
    assertThatThrownBy(() -> trace.energyJoules(T0 - 1, T0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("recorded from");
    assertThatThrownBy(() -> trace.energyJoules(T0 + 2, T0 + 1))
        .hasMessageContaining("must not be before");
    assertThatThrownBy(() -> trace.meanWatts(T0, T0)).hasMessageContaining("must be after");
  }

  @Test
  void refusesBrokenColumns() {
    assertThatThrownBy(() -> new MeterTrace(new long[] {1}, new double[] {1}))
        .hasMessageContaining("at least two");
    assertThatThrownBy(() -> new MeterTrace(new long[] {1, 2}, new double[] {1}))
        .hasMessageContaining("2 times and 1 readings");
    assertThatThrownBy(() -> new MeterTrace(new long[] {1, 1}, new double[] {1, 1}))
        .hasMessageContaining("must increase");
    assertThatThrownBy(() -> new MeterTrace(new long[] {1, 2}, new double[] {1, Double.NaN}))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> new MeterTrace(new long[] {1, 2}, new double[] {Double.NaN, 1}))
        .hasMessageContaining("finite");
  }
}

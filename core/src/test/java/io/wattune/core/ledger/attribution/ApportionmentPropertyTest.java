package io.wattune.core.ledger.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ApportionmentPropertyTest {

  @Property
  void partsAreLessThanOneFromTheirQuotaAndSumToTheAmount(
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long amount,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll long seed) {
    var random = new Random(seed);
    double[] weights = random.doubles(count).map(w -> w < 0.1 ? 0 : w).toArray();
    weights[random.nextInt(count)] = 1;
    long[] parts = new long[count];

    Apportionment.split(amount, weights, parts, count);

    double sum = Arrays.stream(weights).sum();
    assertThat(Arrays.stream(parts).sum()).isEqualTo(amount);
    for (int i = 0; i < count; i++) {
      // 1 by the method, and what a double loses of 10^12.
      assertThat((double) parts[i]).isCloseTo(amount * (weights[i] / sum), within(1.001));
    }
  }

  @Example
  void tiesGoToTheFirst() {
    long[] parts = new long[3];

    Apportionment.split(8, new double[] {1, 1, 1}, parts, 3);
    assertThat(parts).containsExactly(3, 3, 2);
    Apportionment.split(-8, new double[] {1, 1, 1}, parts, 3);
    assertThat(parts).containsExactly(-2, -3, -3);
  }
}

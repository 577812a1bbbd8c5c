package io.wattune.core.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import org.junit.jupiter.api.Test;

class EnergyTraceTest {
  private static final long SECOND = 1_000_000_000L;

  private final EnergyTrace trace = new EnergyTrace();

  @Test
  void meanOfARampIsItsMiddle() {
    trace.add(block(0, 100, i -> i));
    EnergyTrace.Mean mean = trace.mean(10 * SECOND, 20 * SECOND);
    assertThat(mean.watts()).isCloseTo(15, within(1e-9)); // milliwatts are exact here
    // A watt of error each, and a quarter of the step of 1 W at both ends.
    assertThat(mean.errorWatts()).isBetween(1.0, 1.1);
    assertThat(mean.quality()).isEqualTo(Quality.CORRECTED);
  }

  @Test
  void hoursKeepTheirEnergyInLittleRoom() {
    for (int block = 0; block < 200; block++) {
      trace.add(block(100 * block, 100, i -> 50));
    }
    assertThat(trace.nanos.length).isLessThanOrEqualTo(1024);
    assertThat(trace.mean(0, 19_000 * SECOND).watts()).isCloseTo(50, within(1e-6));
  }

  @Test
  void aGapIsNotPower() {
    trace.add(block(0, 10, i -> i == 5 ? Double.NaN : 100));
    assertThat(trace.mean(0, 9 * SECOND).watts()).isCloseTo(100, within(1e-9));
    assertThat(trace.mean(4 * SECOND, 6 * SECOND).isKnown()).isFalse();
  }

  @Test
  void beforeTheFirstSampleNothingIsKnown() {
    trace.add(block(100, 10, i -> 100));
    assertThat(trace.mean(0, 100 * SECOND).isKnown()).isFalse();
    assertThat(trace.reaches(109 * SECOND)).isTrue();
    assertThat(trace.reaches(110 * SECOND)).isFalse();
  }

  @Test
  void whatComesAgainTakesThePlaceOfWhatWas() {
    trace.add(block(0, 10, i -> 100));
    trace.clearFrom(0);
    trace.add(block(0, 10, i -> 80));
    assertThat(trace.mean(0, 9 * SECOND).watts()).isCloseTo(80, within(1e-9));
  }

  private interface Watts {
    double at(int second);
  }

  private static TruePower block(int fromSecond, int samples, Watts watts) {
    long[] times = new long[samples];
    int[] milliwatts = new int[samples];
    int[] errors = new int[samples];
    byte[] qualities = new byte[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = (fromSecond + i) * SECOND;
      double each = watts.at(i);
      boolean isGap = Double.isNaN(each);
      milliwatts[i] = isGap ? TruePower.NONE : (int) Math.round(1e3 * each);
      errors[i] = isGap ? TruePower.NONE : 1000;
      qualities[i] = isGap ? Quality.GAP.code() : Quality.CORRECTED.code();
    }
    return new TruePower(
        "n/g", "power", 0, "p", times, milliwatts, milliwatts, errors, qualities, null, 0);
  }
}

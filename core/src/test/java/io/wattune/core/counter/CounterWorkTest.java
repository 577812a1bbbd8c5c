package io.wattune.core.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CounterWorkTest {
  private static final double MEGA = 1e6;

  /** GPM beside the driver's clocks, as the kind nvidia publishes them. */
  @Test
  void pipeTimesClockAndBandwidthTimesClock() {
    CounterRates rates =
        rates(
            share(CounterName.VALU_BUSY, 0.8),
            share(CounterName.IC_ACTIVITY, 0.4),
            clock(CounterName.GRAPHICS_CLOCK, 1_500),
            clock(CounterName.CURRENT_MEMORY_CLOCK, 2_619));

    assertThat(rates.computePerSecond().orElse(0)).isCloseTo(0.8 * 1_500 * MEGA, within(1.0));
    assertThat(rates.memoryPerSecond().orElse(0)).isCloseTo(0.4 * 2_619 * MEGA, within(1.0));
  }

  @Test
  void dcgmHasItsOwnNames() {
    CounterRates rates =
        rates(
            share(CounterName.VALU_BUSY, 0.5),
            share(CounterName.IC_ACTIVITY, 0.25),
            clock(CounterName.SM_CLOCK, 1_400),
            clock(CounterName.MEMORY_CLOCK, 1_600));

    assertThat(rates.computePerSecond()).hasValue(700 * MEGA);
    assertThat(rates.memoryPerSecond()).hasValue(400 * MEGA);
  }

  /** A busy GPU alone says nothing of work, and whole per cent have a large error. */
  @Test
  void ofAmdsDriverOnlyTheMemory() {
    CounterRates rates =
        rates(
            share("GpuBusy", 1),
            share(CounterName.MEMORY_BUSY, 0.29),
            clock(CounterName.CORE_CLOCK, 1_700),
            clock(CounterName.MEMORY_CLOCK, 1_600));

    assertThat(rates.computePerSecond()).isEmpty();
    assertThat(rates.memoryPerSecond().orElse(0)).isCloseTo(464 * MEGA, within(1.0));
  }

  @Test
  void bytesCountWhereTheyAreCounted() {
    CounterRates rates =
        rates(
            bytes(CounterName.READ_BYTES, 3e9),
            bytes(CounterName.WRITTEN_BYTES, 1e9),
            share(CounterName.IC_ACTIVITY, 0.4));

    assertThat(rates.memoryPerSecond()).as("in 2 s").hasValue(2e9);
  }

  @Test
  void whatIsTooLittleOrHasNoClockIsNoSignal() {
    CounterRates tooLittle =
        rates(
            share(CounterName.VALU_BUSY, 0.01),
            share(CounterName.IC_ACTIVITY, 0.01),
            clock(CounterName.GRAPHICS_CLOCK, 1_500),
            clock(CounterName.CURRENT_MEMORY_CLOCK, 2_619));

    assertThat(tooLittle).isEqualTo(CounterRates.NONE);
    assertThat(tooLittle.isKnown()).isFalse();
    assertThat(rates(share(CounterName.VALU_BUSY, 0.8))).isEqualTo(CounterRates.NONE);
    assertThat(rates()).isEqualTo(CounterRates.NONE);
    assertThat(rates(share(CounterName.VALU_BUSY, 0.8), clock(CounterName.GRAPHICS_CLOCK, 0)))
        .isEqualTo(CounterRates.NONE);
    assertThat(
            rates(
                bytes(CounterName.READ_BYTES, 1e9),
                bytes(CounterName.WRITTEN_BYTES, 0),
                bytes(CounterName.PEAK_BYTES, 1e12)))
        .isEqualTo(CounterRates.NONE);
  }

  /**
   * The model that it rests on, on a roofline: whatever bounds a kernel, both rates of it fall as
   * its rate of work does.
   */
  @Test
  void bothRatesFallAsTheWorkOfARooflineDoes() {
    for (double intensity : new double[] {0.2, 0.8, 1, 1.3, 5}) {
      double workAtFull = work(intensity, 1_400, 1_000);
      CounterRates full = roofline(intensity, 1_400, 1_000);
      for (int core = 500; core <= 1_400; core += 100) {
        for (int memory : new int[] {600, 800, 1_000}) {
          double kept = work(intensity, core, memory) / workAtFull;
          CounterRates rates = roofline(intensity, core, memory);
          assertThat(rates.computePerSecond().orElse(0) / full.computePerSecond().orElse(1))
              .isCloseTo(kept, within(1e-9));
          assertThat(rates.memoryPerSecond().orElse(0) / full.memoryPerSecond().orElse(1))
              .isCloseTo(kept, within(1e-9));
        }
      }
    }
  }

  /** Units of work per second: bounded by cycles of the pipe, or by cycles of the memory. */
  private static double work(double intensity, double core, double memory) {
    return Math.min(core / intensity, 1.4 * memory) * MEGA;
  }

  /** A unit of work keeps the pipe busy for so many cycles as its intensity. */
  private static CounterRates roofline(double intensity, double core, double memory) {
    double work = work(intensity, core, memory);
    return rates(
        share(CounterName.VALU_BUSY, work * intensity / (core * MEGA)),
        share(CounterName.IC_ACTIVITY, work / (1.4 * memory * MEGA)),
        clock(CounterName.GRAPHICS_CLOCK, core),
        clock(CounterName.CURRENT_MEMORY_CLOCK, memory));
  }

  private static CounterRates rates(CounterValue... values) {
    return CounterWork.rates(
        new CounterReading("n/g", 0, 0, 2_000_000_000L, null, null, null, List.of(values), false));
  }

  private static CounterValue share(String counter, double share) {
    return new CounterValue(counter, CounterUnit.FRACTION, CounterKind.MEAN, share);
  }

  private static CounterValue clock(String counter, double megahertz) {
    return new CounterValue(counter, CounterUnit.HERTZ, CounterKind.LAST, megahertz * MEGA);
  }

  private static CounterValue bytes(String counter, double bytes) {
    return new CounterValue(counter, CounterUnit.BYTES, CounterKind.INCREASE, bytes);
  }
}

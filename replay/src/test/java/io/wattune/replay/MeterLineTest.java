package io.wattune.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.meter.MeterTrace;
import io.wattune.core.meter.NoMeterFit;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.Samples;
import io.wattune.report.plot.Series;
import io.wattune.report.plot.SeriesRole;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The device of the tests has two samples, 15 ms apart, and an update period of 15 ms. */
class MeterLineTest {
  private static final long MILLI = 1_000_000L;

  @Test
  void aFastMeterIsShownAsItsMeanOverTheUpdatePeriodOfTheSensor() {
    Series line = MeterLine.of(metered(sawtooth(-10, 30))).orElseThrow();

    assertThat(line.name()).isEqualTo("meter (15 ms mean)");
    assertThat(line.role()).isEqualTo(SeriesRole.METER);
    assertThat(line.timesNanos())
        .containsExactly(Samples.START_NANOS, Samples.START_NANOS + 15 * MILLI);
    // 15 ms are seven and a half teeth: the half one is off by 5 W at most, which is 0.33 W of the
    // mean.
    assertThat(line.watts()[0]).isCloseTo(50, within(0.34));
    assertThat(line.watts()[1]).isCloseTo(50, within(0.34));
  }

  @Test
  void whatTheMeterDidNotCoverIsAHole() {
    Series line = MeterLine.of(metered(sawtooth(2, 30))).orElseThrow();

    assertThat(line.watts()[0]).isNaN();
    assertThat(line.watts()[1]).isCloseTo(50, within(0.34));
  }

  @Test
  void thereIsNoLineWithoutAMeterOrWhereItCoversNoSample() {
    assertThat(MeterLine.of(Samples.device("gpu", null))).isEmpty();
    assertThat(MeterLine.of(metered(sawtooth(9, 12)))).isEmpty();
  }

  private static DeviceResult metered(MeterTrace trace) {
    return Samples.device("gpu", Samples.metered(trace, null, new NoMeterFit("-"), Map.of()));
  }

  /** 40 W and 60 W in turn, one reading a millisecond. */
  private static MeterTrace sawtooth(int fromMillis, int toMillis) {
    long[] times = new long[toMillis - fromMillis + 1];
    double[] watts = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = Samples.START_NANOS + (fromMillis + i) * MILLI;
      watts[i] = i % 2 == 0 ? 40 : 60;
    }
    return new MeterTrace(times, watts);
  }
}

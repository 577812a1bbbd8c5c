package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NvidiaSmiWriterTest {
  private final SimulatedTrace trace =
      new SimulatedTrace(
          new long[] {1_689_268_532_351_999_000L, 1_689_268_532_360_000_000L},
          new int[] {60_160, 9_005},
          List.of(),
          TruePowerCurve.startingAt(0, 1).build());

  @Test
  void stampsAreCutToMillisecondsOfLocalTime() throws IOException {
    var utc = new StringBuilder();
    var london = new StringBuilder();

    new NvidiaSmiWriter("Tesla K40m", 1, ZoneOffset.UTC).writeReadings(trace, utc);
    new NvidiaSmiWriter("Tesla K40m", 1, ZoneId.of("Europe/London")).writeReadings(trace, london);

    assertThat(utc.toString())
        .isEqualTo(
            "timestamp, index, name, power.draw [W]\n"
                + "2023/07/13 17:15:32.351, 1, Tesla K40m, 60.16\n"
                + "2023/07/13 17:15:32.360, 1, Tesla K40m, 9.01\n");
    assertThat(london.toString()).contains("\n2023/07/13 18:15:32.351, 1, ");
  }

  @Test
  void namesThatWouldBreakALineAreQuoted() throws IOException {
    var run = new KernelRun("sort, \"fast\"", 1_000_000_000L, 2_000L, 100);
    TruePowerCurve curve = SimulatedCard.k20c().curve(0, List.of(run));
    var sensor = new LagSensor(curve, SimulatedCard.k20c().sensor(), 1);
    var poller = new NominalPoller(10_000_000L, 0, Stalls.NONE, 1);
    var out = new StringBuilder();

    NvidiaSmiWriter.writeActivities(
        SimulatedTrace.of(curve, sensor, poller, List.of(run), 0, 2_000_000_000L), out);

    assertThat(out.toString())
        .isEqualTo(
            "start_epoch_us,end_epoch_us,name,level\n"
                + "1000000,1000002,\"sort, \"\"fast\"\"\",kernel\n");
  }
}

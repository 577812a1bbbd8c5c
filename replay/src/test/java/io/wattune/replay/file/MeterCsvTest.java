package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.meter.MeterTrace;
import io.wattune.schemas.failure.EngineException;
import org.junit.jupiter.api.Test;

final class MeterCsvTest {
  private static ReadFile<MeterTrace> read(String text) throws Exception {
    return MeterCsv.read(TestFiles.stream(text), "meter.csv");
  }

  @Test
  void readsTimesAndWatts() throws Exception {
    ReadFile<MeterTrace> file = read("epoch_us,board_power_w\n1000000,100.5\n3000000,-0.5\n");

    assertThat(file.content().startNanos()).isEqualTo(1_000_000_000L);
    // A trapezoid of 2 s between 100.5 W and -0.5 W; all numbers are exact in binary.
    assertThat(file.content().energyJoules(1_000_000_000L, 3_000_000_000L)).isEqualTo(100.0);
    assertThat(file.malformedLines()).isZero();
  }

  @Test
  void countsAndKeepsLinesThatCannotBeReadAndGoesOn() throws Exception {
    ReadFile<MeterTrace> file =
        read(
            "epoch_us,watts\n1000,1.000\n2000\n2000,x\ny,2.0\n1000,3.000\n500,4.000\n3000,1.000\n"
                + "4000,1.0");

    assertThat(file.content().readings()).isEqualTo(2);
    assertThat(file.malformedLines()).isEqualTo(6);
    assertThat(file.malformed())
        .extracting(MalformedLine::reason)
        .containsExactly(
            "field-count", "not-a-number", "time-stamp", "time-order", "time-order", "truncated");
    assertThat(file.malformed().get(0).lineNumber()).isEqualTo(3);
    // 1 W for 2 ms.
    assertThat(file.content().energyJoules(1_000_000, 3_000_000)).isCloseTo(2e-3, within(1e-15));
  }

  @Test
  void refusesWhatIsNoMeterRecording() {
    assertThatThrownBy(() -> read("time,watts\n1,2\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'epoch_us,watts', was 'time,watts'");
    assertThatThrownBy(() -> read("epoch_us,watts\n1,2\nz,3\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("1 readings and 1 malformed lines; the first, line 3");
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("no header");
  }
}

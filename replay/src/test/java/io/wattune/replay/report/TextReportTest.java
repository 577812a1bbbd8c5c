package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Book;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextReportTest {

  @Test
  void saysTheProfileInWordsWithErrorsAndOrigin() {
    assertThat(TextReport.of(Samples.oneDevice(), null))
        .contains("first-order lag: follows power with a time constant of 0.8400 +- 0.0060 s")
        .contains("learned from 3 rising edges")
        .contains("gain 1.020 +- 0.010, offset -0.50 +- 0.25 W");
  }

  @Test
  void alignsTheActivities() {
    List<String> lines = TextReport.of(Samples.twoDevices(), null).lines().toList();
    String header = lines.stream().filter(line -> line.contains("energy J")).findFirst().get();
    String row = lines.stream().filter(line -> line.contains("n-body")).findFirst().get();
    assertThat(row).contains("2023-11-14 22:13:20.000").contains("844.700").contains("850.250");
    assertThat(row.indexOf("844.700") + "844.700".length())
        .isEqualTo(header.indexOf("energy J") + "energy J".length());
  }

  @Test
  void namesTheFirstRejectedLinesAndTheFolder() {
    assertThat(TextReport.of(Samples.oneDevice(), Path.of("out")))
        .contains("5 data could not be used, the first of them:")
        .contains("k20.csv line 17: malformed-line: 3 fields where the header has 4")
        .contains("files: out");
  }

  @Test
  void letsNoNameSpeakToTheTerminal() {
    DeviceResult device = Samples.device("d", null);
    var evil = Samples.entry("d", Book.SPAN, "x", "\u001b[2Jboo", 1_000_000_000L, 1L);
    var result =
        Samples.result(
            List.of(
                new DeviceResult(
                    "d",
                    "power.draw",
                    device.counts(),
                    0,
                    device.profile(),
                    device.trace(),
                    Stream.of(evil).toList(),
                    List.of(),
                    device.power(),
                    TrueTrace.NONE,
                    null)));
    assertThat(TextReport.of(result, null)).contains("?[2Jboo").doesNotContain("\u001b");
  }
}

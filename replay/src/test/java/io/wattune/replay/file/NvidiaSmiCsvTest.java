package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.failure.EngineException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NvidiaSmiCsvTest {
  private static final String HEADER = "timestamp, power.draw [W]\n";

  /** 2023/07/13 18:15:32 UTC. */
  private static final long T0 = 1_689_272_132_000_000_000L;

  private static String row(int millis, String rest) {
    return "2023/07/13 18:15:32." + String.format("%03d", millis) + ", " + rest + "\n";
  }

  @Test
  void readsTimesAndPower() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(HEADER + row(351, "60.16") + row(360, "103.5"));

    assertThat(file.content()).hasSize(1);
    DeviceTrace trace = file.content().get(0);
    assertThat(trace.device()).isEqualTo("gpu.csv#0");
    assertThat(trace.signal()).isEqualTo("power.draw");
    assertThat(trace.unit()).isEqualTo(PowerUnit.MILLIWATTS);
    assertThat(trace.timesNanos()).containsExactly(T0 + 351_000_000, T0 + 360_000_000);
    assertThat(trace.values()).containsExactly(60_160, 103_500);
    assertThat(file.lines()).isEqualTo(3);
    assertThat(file.malformedLines()).isZero();
    assertThat(file.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timestamp, power.draw [W]\n2023/07/13 18:15:32.351, 60.16 W\n",
        "timestamp, power.draw [W]\r\n2023/07/13 18:15:32.351, 60.16\r\n",
        "timestamp,power.draw\n2023/07/13 18:15:32.351,60.16\n",
        "\n\npower.draw [W], pstate, timestamp\n\n60.16 W, P0, 2023/07/13 18:15:32.351\n  \n",
        "\u00ef\u00bb\u00bftimestamp, power.draw [W]\n2023/07/13 18:15:32.351, 60.160\n",
        "temperature.gpu, timestamp, power.draw [W]\n34, 2023/07/13 18:15:32.351000, 60.16",
      })
  void readsEveryWayToPrintTheSameReading(String text) throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(text);

    assertThat(file.malformedLines()).isZero();
    assertThat(file.content().get(0).timesNanos()).containsExactly(T0 + 351_000_000);
    assertThat(file.content().get(0).values()).containsExactly(60_160);
  }

  @Test
  void readsLocalTimeOfTheGivenZone() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(HEADER + row(0, "1.00"), TestFiles.zone("Europe/London"));

    assertThat(file.content().get(0).timesNanos()).containsExactly(T0 - 3_600_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[N/A]",
        "N/A",
        "",
        "[Unknown Error]",
        "[Not Supported]",
        "[GPU requires reset]",
        "[Insufficient Permissions]"
      })
  void keepsPollsWithoutReadingAsMissing(String none) throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(HEADER + row(0, "60.00") + row(10, none) + row(20, "61.00"));

    assertThat(file.content().get(0).values()).containsExactly(60_000, PollBlock.MISSING, 61_000);
    assertThat(file.malformedLines()).isZero();
    assertThat(file.notes()).containsExactly("gpu.csv#0: 1 of 3 polls have no reading");
  }

  @Test
  void keepsEqualAndBackwardStampsForOthersToJudge() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(HEADER + row(50, "1.00") + row(50, "2.00") + row(20, "3.00"));

    assertThat(file.content().get(0).timesNanos())
        .containsExactly(T0 + 50_000_000, T0 + 50_000_000, T0 + 20_000_000);
    assertThat(file.malformedLines()).isZero();
  }

  @Test
  void refusesRowsWithoutHeaderAndSaysHowToRecord() {
    assertThatThrownBy(() -> TestFiles.read(row(0, "60.16")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("gpu.csv: line 1")
        .hasMessageContaining("noheader");
  }

  @Test
  void refusesAHeaderWithoutTimestamp() {
    assertThatThrownBy(() -> TestFiles.read("index, power.draw [W]\n0, 60.16 W\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("no column 'timestamp'");
  }

  @Test
  void refusesAnEmptyFileAndATextThatIsNoRecording() {
    assertThatThrownBy(() -> TestFiles.read(""))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> TestFiles.read("NVIDIA-SMI has failed\nbecause\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("NVIDIA-SMI has failed")
        .hasMessageContaining("--query-gpu");
  }

  @Test
  void refusesUtf16AndSaysHowToConvert() {
    byte[] bytes = ("\ufeff" + HEADER).getBytes(StandardCharsets.UTF_16LE);

    assertThatThrownBy(() -> TestFiles.read(new String(bytes, StandardCharsets.ISO_8859_1)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("UTF-16");
  }

  @Test
  void refusesAPowerColumnInAnotherUnit() {
    assertThatThrownBy(() -> TestFiles.read("timestamp, power.draw [mW]\n" + row(0, "60160")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'mW'");
  }

  @Test
  void prefersInstantForEachDeviceThatHasAValueInIt() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            "timestamp, index, power.draw [W], power.draw.average [W], power.draw.instant [W]\n"
                + row(0, "0, 10.00, 11.00, [N/A]")
                + row(0, "1, 20.00, 21.00, [N/A]")
                + row(10, "0, 12.00, 13.00, 14.00")
                + row(10, "1, 22.00, 23.00, [N/A]"));

    assertThat(file.content()).hasSize(2);
    assertThat(file.content().get(0).signal()).isEqualTo("power.draw.instant");
    assertThat(file.content().get(0).values()).containsExactly(PollBlock.MISSING, 14_000);
    assertThat(file.content().get(1).signal()).isEqualTo("power.draw");
    assertThat(file.content().get(1).values()).containsExactly(20_000, 22_000);
  }

  @Test
  void readsTheSignalThatTheUserChose() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            "timestamp, power.draw.average [W], power.draw.instant [W]\n" + row(0, "1.00, 2.00"),
            TestFiles.signal("power.draw.average"));

    assertThat(file.content().get(0).signal()).isEqualTo("power.draw.average");
    assertThat(file.content().get(0).values()).containsExactly(1_000);
  }

  @Test
  void listsThePowerColumnsWhenTheSignalIsNotThere() {
    String text = "timestamp, power.draw.average [W], power.limit [W]\n" + row(0, "1.00, 2.00");

    assertThatThrownBy(() -> TestFiles.read(text, TestFiles.signal("power.draw.instant")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'power.draw.instant'")
        .hasMessageContaining("power columns of the file: power.draw.average; name one");
    assertThatThrownBy(() -> TestFiles.read(text))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("power columns of the file: power.draw.average; name one");
  }

  @Test
  void refusesAFileWhereNoRowHasAReading() {
    assertThatThrownBy(() -> TestFiles.read(HEADER + row(0, "[N/A]") + row(10, "[N/A]")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("none of the rows has a reading");
  }

  @Test
  void tellsDevicesApartByUuidBeforeIndexBeforeBusId() throws Exception {
    String all = "timestamp, index, uuid, pci.bus_id, power.draw [W]\n";
    String rows =
        row(0, "0, GPU-a, 00000000:01:00.0, 1.00") + row(1, "1, GPU-b, 00000000:02:00.0, 2.00");

    assertThat(TestFiles.read(all + rows).content())
        .extracting(DeviceTrace::device)
        .containsExactly("node1/GPU-a", "node1/GPU-b");
    assertThat(TestFiles.read(all.replace("uuid", "name") + rows).content())
        .extracting(DeviceTrace::device)
        .containsExactly("gpu.csv#0", "gpu.csv#1");
    assertThat(
            TestFiles.read(all.replace("uuid", "name").replace("index", "count") + rows).content())
        .extracting(DeviceTrace::device)
        .containsExactly("node1/00000000:01:00.0", "node1/00000000:02:00.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "gpu-b",
        "GPU-b",
        "node1/GPU-b",
        "00000000:02:00.0",
        "0000:02:00.0",
        "02:00.0"
      })
  void readsOnlyTheDeviceThatWasAskedFor(String filter) throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            "timestamp, index, uuid, pci.bus_id, power.draw [W]\n"
                + row(0, "0, GPU-a, 00000000:01:00.0, 1.00")
                + row(1, "1, GPU-b, 00000000:02:00.0, 2.00")
                + row(2, "0, GPU-a, 00000000:01:00.0, 1.00"),
            TestFiles.device(filter));

    assertThat(file.content()).hasSize(1);
    assertThat(file.content().get(0).device()).isEqualTo("node1/GPU-b");
    assertThat(file.notes())
        .containsExactly("2 rows of other devices than '" + filter + "' were left out");
  }

  @Test
  void listsTheDevicesWhenTheOneAskedForIsNotThere() {
    assertThatThrownBy(
            () ->
                TestFiles.read(
                    "timestamp, index, power.draw [W]\n" + row(0, "0, 1.00") + row(0, "1, 2.00"),
                    TestFiles.device("7")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'7'; the file has gpu.csv#0, gpu.csv#1");
  }

  @Test
  void readsTheModelOfEachDeviceWhereThereIsAColumnForIt() throws Exception {
    String rows =
        "2023/07/13 18:15:32.351, GPU-a, Tesla K20m, 60.16 W\n"
            + "2023/07/13 18:15:32.351, GPU-b, [N/A], 60.16 W\n"
            + "2023/07/13 18:15:32.361, GPU-a, Tesla K20m, 60.17 W\n";

    for (String column : List.of("name", "gpu_name")) {
      assertThat(
              TestFiles.read("timestamp, uuid, " + column + ", power.draw [W]\n" + rows).content())
          .extracting(DeviceTrace::model)
          .containsExactly("Tesla K20m", "");
    }
    assertThat(TestFiles.read("timestamp, uuid, x, power.draw [W]\n" + rows).content())
        .extracting(DeviceTrace::model)
        .containsExactly("", "");
  }

  @Test
  void followsDevicesWhoseRowsComeInNoFixedTurn() throws Exception {
    var text = new StringBuilder("timestamp, uuid, power.draw [W]\n");
    int[] order = {0, 1, 2, 2, 0, 3, 1, 0, 3, 2, 1, 1, 0};
    for (int i = 0; i < order.length; i++) {
      text.append(row(i, "GPU-" + order[i] + ", " + order[i] + ".00"));
    }

    ReadFile<List<DeviceTrace>> file = TestFiles.read(text.toString());

    assertThat(file.content()).extracting(DeviceTrace::polls).containsExactly(4, 4, 3, 2);
    for (DeviceTrace trace : file.content()) {
      int number = Integer.parseInt(trace.device().substring("node1/GPU-".length()));
      assertThat(trace.values()).containsOnly(1000 * number);
    }
  }

  @Test
  void skipsARepeatedHeaderWhoseColumnsMayChange() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            HEADER
                + row(0, "1.00")
                + HEADER
                + row(1, "2.00")
                + "power.draw [W], pstate, timestamp\n"
                + "3.00, P0, 2023/07/13 18:15:32.002\n");

    assertThat(file.content()).hasSize(1);
    assertThat(file.content().get(0).values()).containsExactly(1_000, 2_000, 3_000);
    assertThat(file.malformedLines()).isZero();
    assertThat(file.notes())
        .containsExactly("the file holds 3 recordings: further headers on line 3, 5");
  }

  @Test
  void namesTheFileByTheHashOfItsBytesAndReportsProgress() throws Exception {
    byte[] bytes = (HEADER + row(0, "1.00")).getBytes(StandardCharsets.UTF_8);
    var progress = new ArrayList<Long>();

    ReadFile<List<DeviceTrace>> file =
        NvidiaSmiCsv.read(
            new java.io.ByteArrayInputStream(bytes), "gpu.csv", TestFiles.UTC, progress::add);

    assertThat(file.sha256())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    assertThat(progress).last().isEqualTo((long) bytes.length);
  }
}

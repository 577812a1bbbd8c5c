package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.failure.EngineException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MalformedLinesTest {
  private static final String HEADER = "timestamp, index, power.draw [W]\n";
  private static final String GOOD = "2023/07/13 18:15:32.351, 0, 60.16 W\n";
  private static final String LATER = "2023/07/13 18:15:32.360, 0, 61.00 W\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2023/07/13 18:15:32.355, 0 | field-count",
        "2023/07/13 18:15:32.355, 0, 1.00, 2 | field-count",
        "nvidia-smi: GPU is lost | field-count",
        "2023/07/32 18:15:32.355, 0, 60.16 W | time-stamp",
        "2023/02/29 18:15:32.355, 0, 60.16 W | time-stamp",
        "2023-07-13 18:15:32.355, 0, 60.16 W | time-stamp",
        "2023/07/13 18:15:60.355, 0, 60.16 W | time-stamp",
        "2023/07/13 18:15:32., 0, 60.16 W | time-stamp",
        "2023/07/13 18:15:32.355, 0, sixty | not-a-number",
        "2023/07/13 18:15:32.355, 0, 60,16 W | field-count",
        "2023/07/13 18:15:32.355, 0, 60. W | not-a-number",
        "2023/07/13 18:15:32.355, 0, 60.1.6 | not-a-number",
        "2023/07/13 18:15:32.355, 0, 1e3 | not-a-number",
        "2023/07/13 18:15:32.355, 0, [N/A | not-a-number",
        "2023/07/13 18:15:32.355, 0, 60160 mW | unit",
        "2023/07/13 18:15:32.355, 0, -1.00 W | negative-power",
        "2023/07/13 18:15:32.355, 0, 2147484 W | power-too-large",
        "2023/07/13 18:15:32.355, 0, 99999999999999999999999999 W | power-too-large",
        "2023/07/13 18:15:32.355, x, 60.16 W | device",
        "2023/07/13 18:15:32.355, , 60.16 W | device",
      })
  void countsAndKeepsALineThatCannotBeReadAndGoesOn(String line, String reason) throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + line + "\n" + LATER);

    assertThat(file.malformedLines()).isEqualTo(1);
    MalformedLine malformed = file.malformed().get(0);
    assertThat(malformed.reason()).isEqualTo(reason);
    assertThat(malformed.file()).isEqualTo("gpu.csv");
    assertThat(malformed.lineNumber()).isEqualTo(3);
    assertThat(malformed.detail()).isNotBlank();
    assertThat(new String(malformed.original(), StandardCharsets.UTF_8)).isEqualTo(line);
    assertThat(file.content()).hasSize(1);
    assertThat(file.content().get(0).values()).containsExactly(60_160, 61_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2023/07/13 18:15:3",
        "2023/07/13 18:15:32.370, 0",
        "2023/07/13 18:15:32.370, 0,",
        "2023/07/13 18:15:32.370, 0, 6",
        "2023/07/13 18:15:32.370, 0, 61.0",
        "2023/07/13 18:15:32.370, 0, 61.00",
      })
  void takesALastLineThatBreaksOffForTruncated(String end) throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + LATER + end);

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("truncated");
    assertThat(file.content().get(0).polls()).isEqualTo(2);
  }

  @Test
  void takesALastLineThatIsWholeWithoutLineEnd() throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + LATER.strip());

    assertThat(file.malformedLines()).isZero();
    assertThat(file.content().get(0).polls()).isEqualTo(2);
  }

  @Test
  void aTruncatedUuidMakesNoNewDevice() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            "timestamp, power.draw [W], uuid\n"
                + "2023/07/13 18:15:32.351, 60.16, GPU-0123\n"
                + "2023/07/13 18:15:32.361, 60.16, GPU-01");

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("truncated");
    assertThat(file.content()).extracting(DeviceTrace::device).containsExactly("node1/GPU-0123");
  }

  @Test
  void cutsALineThatIsTooLongAndFindsTheNextOne() throws Exception {
    String longLine = "x".repeat(1_000_000);

    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + longLine + "\n" + LATER);

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("too-long");
    assertThat(file.malformed().get(0).original()).hasSize(65_536);
    assertThat(file.malformed().get(0).detail()).contains("1000000");
    assertThat(file.lines()).isEqualTo(4);
    assertThat(file.content().get(0).values()).containsExactly(60_160, 61_000);
  }

  @Test
  void distrustsTheLastLineOfACompressedFileThatBreaksOff() throws Exception {
    InputStream breaksOff =
        new SequenceInputStream(
            TestFiles.stream(HEADER + GOOD + LATER.strip()),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new EOFException("Unexpected end of ZLIB input stream");
              }
            });

    ReadFile<List<DeviceTrace>> file =
        NvidiaSmiCsv.read(breaksOff, "gpu.csv.gz", TestFiles.UTC, bytes -> {});

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("truncated");
    assertThat(file.content().get(0).polls()).isEqualTo(1);
    assertThat(file.notes())
        .containsExactly("the compressed file breaks off: what came before the break was read");
  }

  @Test
  void rejectsLinesWithNulBytes() throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + "\0\0\0" + LATER + LATER);

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("nul-bytes");
    assertThat(file.content().get(0).values()).containsExactly(60_160, 61_000);
  }

  @Test
  void countsLinesBeforeTheHeader() throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read("some greeting\n" + HEADER + GOOD);

    assertThat(file.malformed()).extracting(MalformedLine::reason).containsExactly("before-header");
  }

  @Test
  void keepsTheFirstTenThousandAndCountsAll() throws Exception {
    ReadFile<List<DeviceTrace>> file = TestFiles.read(HEADER + GOOD + "broken\n".repeat(12_345));

    assertThat(file.malformedLines()).isEqualTo(12_345);
    assertThat(file.malformed()).hasSize(10_000);
    assertThat(file.notes())
        .containsExactly(
            "of 12345 malformed lines only the first 10000 were kept with their bytes; all were"
                + " counted");
  }

  @Test
  void keepsNoMoreBytesThanItsBound() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(HEADER + GOOD + ("y".repeat(65_000) + "\n").repeat(600));

    long kept = file.malformed().stream().mapToLong(line -> line.original().length).sum();
    assertThat(kept).isBetween(MalformedLines.KEPT_BYTES - 65_536, MalformedLines.KEPT_BYTES);
    assertThat(file.malformedLines()).isEqualTo(600);
  }

  @Test
  void namesTheFirstProblemWhenNothingIsLeft() {
    assertThatThrownBy(() -> TestFiles.read(HEADER + "2023/07/13 18:15:32.351, 0, lots\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("2 lines, of which 1 malformed")
        .hasMessageContaining("line 2: 'lots'");
  }

  @Test
  void judgesOnlyTheColumnsThatAreRead() throws Exception {
    ReadFile<List<DeviceTrace>> file =
        TestFiles.read(
            "timestamp, power.limit [W], power.draw [W]\n2023/07/13 18:15:32.351, ??, 60.16\n");

    assertThat(file.malformedLines()).isZero();
  }
}
